import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** Which packages of ours each package may import: the arrows of ARCHITECTURE.md. */
const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
  ['contracts', []],
  ['core', ['contracts']],
  ['sandbox', ['contracts']],
  ['sdk', ['contracts']],
  ['loader', ['contracts']],
  ['cli', ['contracts', 'core', 'loader', 'host', 'gateway']],
  ['host', ['contracts', 'core', 'sandbox', 'loader']],
  ['gateway', ['contracts', 'core', 'host']],
]);

/** What only the named packages may touch: the disk, the net, processes and isolates. */
const IMPURE =
  /^(?:node:(?:fs|net|http|https|child_process|worker_threads|sqlite|dns|tls|os)|isolated-vm|pino)/;
const PURE_PACKAGES = ['contracts', 'core'];

const sources = globSync('packages/*/src/**/*.ts', { cwd: ROOT }).filter(
  (path) => !/\.test\.ts$|\/(?:testing|fixtures)\//.test(path),
);

function packageOf(path: string): string {
  return path.split(sep)[1] ?? '';
}

function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier]) => specifier ?? '',
  );
}

describe('the packages', () => {
  it('are all known to this test', () => {
    expect(new Set(sources.map(packageOf))).toEqual(new Set(ALLOWED.keys()));
  });

  it('import only downwards', () => {
    const wrong = sources.flatMap((path) =>
      importsOf(path)
        .filter((specifier) => specifier.startsWith('@mortise/'))
        .filter(
          (specifier) =>
            !ALLOWED.get(packageOf(path))?.includes(specifier.slice('@mortise/'.length)),
        )
        .map((specifier) => `${path} → ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('touch the world only where they may', () => {
    const wrong = sources
      .filter((path) => PURE_PACKAGES.includes(packageOf(path)))
      .flatMap((path) =>
        importsOf(path)
          .filter((each) => IMPURE.test(each))
          .map((each) => `${path} → ${each}`),
      );
    expect(wrong).toEqual([]);
  });
});
