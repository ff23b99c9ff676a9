import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LAYERS } from '../../docs/guarantees/layers.ts';
import { GUARANTEES, guaranteesPage } from './guarantees-tables.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PLACE = /`((?:packages|test)\/[\w./*-]+)`/g;

describe('the page of guarantees', () => {
  it('has the tables that the data says (else run `pnpm docs:guarantees`)', () => {
    expect(readFileSync(GUARANTEES, 'utf8')).toBe(guaranteesPage());
  });

  it('names for every promise of a layer tests that are there', () => {
    const files = LAYERS.flatMap(({ promises }) => promises.flatMap(({ tests }) => [...tests]));
    expect(files.filter((file) => !/\.test\.ts$/.test(file))).toEqual([]);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('names places of tests that are there, and hold tests', () => {
    const places = [...readFileSync(GUARANTEES, 'utf8').matchAll(PLACE)].map(([, place]) => place);
    expect(places.length).toBeGreaterThan(50);
    expect(places.filter((place) => !holdsTests(place ?? ''))).toEqual([]);
  });
});

/** A test, a folder with some, or a name without its ending. */
function holdsTests(place: string): boolean {
  if (/\.test\.ts$/.test(place)) return existsSync(join(ROOT, place));
  return (
    globSync([`${place}.test.ts`, `${place}/**/*.{test,hazard}.ts`, `${place}/*.ts`], { cwd: ROOT })
      .length > 0
  );
}
