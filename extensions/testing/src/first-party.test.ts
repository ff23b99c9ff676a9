import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const EXTENSIONS = ['tools-code', 'tools-kanban', 'tools-terminal', 'tools-web'] as const;

/** What a stranger can observe; changing a line here is changing the product. */
const TOOLS = [
  { name: 'read_file', isOptional: false, capabilities: ['fs_reach'] },
  { name: 'list_files', isOptional: false, capabilities: ['fs_reach'] },
  { name: 'search_files', isOptional: false, capabilities: ['fs_reach'] },
  { name: 'write_file', isOptional: true, capabilities: ['fs_reach'] },
  { name: 'edit_file', isOptional: true, capabilities: ['fs_reach'] },
  { name: 'kanban_list', isOptional: false, capabilities: ['storage'] },
  { name: 'kanban_show', isOptional: false, capabilities: ['storage'] },
  { name: 'kanban_add', isOptional: false, capabilities: ['storage'] },
  { name: 'kanban_move', isOptional: false, capabilities: ['storage'] },
  { name: 'terminal', isOptional: true, capabilities: ['process'] },
  { name: 'web_fetch', isOptional: true, capabilities: ['network'] },
];

function readManifest(extension: string) {
  return JSON.parse(readFileSync(join(ROOT, extension, 'mortise.json'), 'utf8'));
}

describe('the first-party extensions together (F-2, F-3)', () => {
  let host: Host;
  beforeAll(async () => {
    host = await createHost({ extensions: EXTENSIONS.map((extension) => join(ROOT, extension)) });
  });
  afterAll(() => host.close());

  it('load into one host without a diagnostic and register exactly these tools', () => {
    expect(host.extensions.list().flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    const found = host
      .tools()
      .filter(({ origin }) => origin.kind === 'extension')
      .map(({ name, isOptional, capabilities = {} }) => {
        return { name, isOptional, capabilities: Object.keys(capabilities) };
      });
    const byName = (one: { name: string }, other: { name: string }) =>
      one.name < other.name ? -1 : 1;
    expect(found.toSorted(byName)).toEqual(TOOLS.toSorted(byName));
  });

  it('take no arguments that their schemas do not name', () => {
    const open = host
      .tools()
      .filter(({ origin }) => origin.kind === 'extension')
      .filter(({ schema }) => schema['additionalProperties'] !== false)
      .map(({ name }) => name);
    expect(open).toEqual([]);
  });
});

describe.each(EXTENSIONS)('%s', (extension) => {
  it('gives a reason for every capability and names its optional tools', () => {
    const { id, capabilities, optionalTools = [] } = readManifest(extension);
    expect(id).toBe(extension);
    for (const asked of Object.values<{ reason?: string }>(capabilities)) {
      expect(asked.reason).toMatch(/\w{3}/);
    }
    const optional = TOOLS.filter(({ isOptional }) => isOptional).map(({ name }) => name);
    expect(optional).toEqual(expect.arrayContaining(optionalTools));
  });

  it('imports the sdk, the shared text and its own dependencies, and nothing of Node', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(ROOT, extension, 'package.json'), 'utf8'),
    );
    const sources = globSync('src/**/*.ts', { cwd: join(ROOT, extension) }).filter(
      (path) => !/\.test\.ts$|\/(?:testing|fixtures)\//.test(path),
    );
    const imported = sources.flatMap((path) => {
      const source = readFileSync(join(ROOT, extension, path), 'utf8');
      return [...source.matchAll(/from '([^'.][^']*)'/g)].map(([, specifier = '']) => specifier);
    });
    expect(sources.length).toBeGreaterThan(1);
    expect(imported.filter((specifier) => !Object.hasOwn(dependencies, specifier))).toEqual([]);
  });
});
