import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = import.meta.dirname;
const families = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('the families of hazards', () => {
  it.each(families)('%s is run by a test of its own', (family) => {
    expect(existsSync(join(FOLDER, `${family}.test.ts`))).toBe(true);
  });

  it('are hazard files and nothing else, with names that are extension ids', () => {
    const files = families.flatMap((family) => readdirSync(join(FOLDER, family)));
    expect(files.filter((file) => !/^[a-z][a-z0-9-]{0,50}\.hazard\.ts$/.test(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(80);
  });
});
