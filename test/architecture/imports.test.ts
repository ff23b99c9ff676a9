import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** Which packages of ours each package may import: the arrows of ARCHITECTURE.md. */
const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
  ['contracts', []],
  ['processes', []],
  ['core', ['contracts']],
  ['sandbox', ['contracts', 'processes']],
  ['runner-nats', ['contracts', 'sandbox']],
  ['sdk', ['contracts']],
  ['loader', ['contracts', 'processes']],
  ['create-mortise', ['contracts']],
  ['cli', ['contracts', 'core', 'host', 'gateway', 'processes', 'runner-nats']],
  ['host', ['contracts', 'core', 'processes', 'sandbox', 'runner-nats', 'loader']],
  ['console', ['contracts']],
  ['gateway', ['console', 'contracts', 'core', 'host', 'processes']],
  ['ai-sdk', ['host']],
  ['openai', ['host']],
  ['anthropic', ['host']],
  ['langchain', ['host']],
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

/** What a program loads before it does anything: its own files, and what they import from elsewhere. */
function loadedBy(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(join(ROOT, path), 'utf8');
  for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?'([^']+)';/gm)) {
    if (from.startsWith('.')) loadedBy(join(dirname(path), from), seen);
    else seen.add(from);
  }
  return seen;
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
          (specifier) => !ALLOWED.get(packageOf(path))?.includes(specifier.split('/')[1] ?? ''),
        )
        .map((specifier) => `${path} → ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('start and end child processes in one package only (S-3)', () => {
    const wrong = sources.filter(
      (path) => packageOf(path) !== 'processes' && importsOf(path).includes('node:child_process'),
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

  it('start the bundler without the schemas, which take longer to load than it does', () => {
    const loaded = loadedBy('packages/loader/src/bundle/bundler-main.ts');
    expect(loaded).toContain('@mortise/contracts/plain');
    expect(loaded).not.toContain('@mortise/contracts');
    expect(loadedBy('packages/contracts/src/plain.ts')).not.toContain('@sinclair/typebox');
  });

  it('load the bundler in its own process only', () => {
    const loaded = [...loadedBy('packages/loader/src/index.ts')];
    expect(loaded.filter((each) => each.startsWith('rolldown'))).toEqual([]);
  });
});
