import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const PACKAGES = join(import.meta.dirname, '..', '..', 'packages');

/**
 * The layers of each package, lowest first. A layer is a folder of `src`, a single file beside the
 * folders, or `.` for all other files there; `index.ts` is above all. A file imports only from its
 * own layer and those before it.
 */
const LAYERS: { readonly [name: string]: readonly string[] } = {
  contracts: [
    'names.ts',
    'json.ts',
    'attachment.ts',
    'call-client.ts',
    'error-codes.ts',
    'limits.ts',
    'settings.ts',
    'worker-scope.ts',
    'reversibility.ts',
    'ruling.ts',
    'principal.ts',
    'held-call.ts',
    'json',
    'text',
    'schema',
    'content',
    'trace-carrier.ts',
    'outcome.ts',
    'disposer.ts',
    'ports',
    'capabilities',
    '.',
    'config',
  ],
  processes: [
    'not-started.ts',
    'own-place.ts',
    'built-program.ts',
    'child-wire.ts',
    'child.ts',
    'start-backoff.ts',
    'start-patiently.ts',
    'jail',
    '.',
  ],
  sdk: ['.', 'testing'],
  loader: [
    'loader-diagnostic.ts',
    'guest',
    'files',
    'dependencies',
    'archive',
    'bundle',
    'manifest',
    'registration',
    'testing',
    'cache',
    '.',
    'lock',
  ],
  host: [
    'lifetime',
    'threads',
    'diagnostics',
    'database',
    'files',
    'temporary',
    'cache',
    'identity',
    'config',
    'brokers',
    'audit',
    'telemetry',
    'state',
    'stops',
    'rates',
    'tokens',
    'approvals',
    'once',
    'replicas',
    'postgres',
    'stores',
    'moving',
    'access',
    'reading',
    'extensions',
    'servers',
    'retention',
    'runners',
    'assembly',
    'adapters',
  ],
  sandbox: [
    'traces',
    'api',
    'wire',
    'guest',
    'runner',
    'runtime',
    'brokers',
    'processes',
    'extensions',
    'isolates',
    'calls',
    'replies',
    'supervisor',
    'lifecycle',
    '.',
  ],
  'runner-nats': ['broker', 'wire', 'access', 'store', 'host', 'node', '.'],
  core: [
    'testing',
    'loadouts',
    'registry',
    'reducers',
    'hooks',
    'policy',
    'toolkits',
    'pipeline',
    'seed-registry',
  ],
  'create-mortise': ['scaffold', '.'],
  console: ['console-manifest.ts', 'console-files.ts', 'build', 'app'],
  gateway: ['mcp', 'mcp-client', 'http', '.'],
  // Only a command of JavaScript, which loads that of `cli`.
  mortise: ['.'],
  'ai-sdk': ['.'],
  anthropic: ['.'],
  langchain: ['.'],
  openai: ['.'],
  cli: [
    'output',
    'config',
    'settings',
    'log',
    'running',
    'open-host.ts',
    'host-view',
    'commands',
    'build/keep-places.ts',
    'build/build-command.ts',
    'build',
    '.',
  ],
};

/** Folders of a package that are large enough to have layers of their own, by their path. */
const INNER_LAYERS: { readonly [path: string]: readonly string[] } = {
  'core/src/policy': [
    'conditions',
    'selectors',
    'world',
    'arguments',
    'exposure',
    'rules',
    'surface',
    'explain',
    '.',
    'testing',
  ],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

/** All imports between the files below a folder, as paths inside it. */
function importsOf(root: string): readonly Import[] {
  const files = globSync('**/*.ts', { cwd: root }).filter(
    (path) => path !== 'index.ts' && !/\.test\.ts$|[.-]fixture\.ts$|\/fixtures\//.test(path),
  );
  const found = files.flatMap((from) =>
    [
      ...readFileSync(join(root, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g),
    ].map(([, specifier = '']) => ({
      from,
      to: relative(root, join(root, dirname(from), specifier)),
    })),
  );
  return found.filter(({ to }) => !to.startsWith('..'));
}

function layerOf(path: string, layers: readonly string[]): string {
  const [first = ''] = path.split('/');
  if (first !== path || layers.includes(path)) return first;
  return '.';
}

function upwardImports(root: string, layers: readonly string[]): readonly string[] {
  const rank = (path: string): number => layers.indexOf(layerOf(path, layers));
  return importsOf(root)
    .filter(({ from, to }) => rank(to) > rank(from) || rank(to) < 0 || rank(from) < 0)
    .map(({ from, to }) => `${from} → ${to}`);
}

describe('the folders of a package', () => {
  it('are known to this test', () => {
    const names = globSync('*', { cwd: PACKAGES });
    expect(Object.keys(LAYERS).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(LAYERS))('import only downwards: %s', (name, layers) => {
    expect(upwardImports(join(PACKAGES, name, 'src'), layers)).toEqual([]);
  });

  it.each(Object.entries(INNER_LAYERS))('import only downwards: %s', (path, layers) => {
    expect(importsOf(join(PACKAGES, path)).length).toBeGreaterThan(0);
    expect(upwardImports(join(PACKAGES, path), layers)).toEqual([]);
  });
});
