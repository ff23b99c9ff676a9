import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accepted } from './config-test-kit.ts';
import { loadConfigFile } from './load-config-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mortise-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('loadConfigFile', () => {
  it.each([
    ['mortise.config.yaml', 'strict: true'],
    ['mortise.config.yml', 'strict: true'],
    ['mortise.config.jsonc', '{ "strict": true, /* yes */ }'],
    ['mortise.config.json', '\uFEFF{ "strict": true }'],
    ['mortise.config.json5', "{ strict: true, agents: { 'a': {}, }, }"],
  ])('reads %s, by its path or from its folder', async (name, text) => {
    await writeFile(join(folder, name), text);
    for (const path of [folder, join(folder, name)]) {
      expect(accepted(await loadConfigFile(path)).config.strict).toBe(true);
    }
  });

  // In a process of its own: the test runner puts its own loader in the place of Node's.
  it('reads modules in TypeScript, and reads them again after a change', async () => {
    await writeFile(join(folder, 'mortise.config.ts'), 'export default { strict: true as const };');
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      MODULE_PROGRAM,
      new URL('./load-config-file.ts', import.meta.url).href,
      folder,
    ]);
    expect(JSON.parse(stdout)).toEqual([
      ['ok', true, 1],
      ['ok', false, 8],
      ['failed', 'config_unreadable'],
      ['failed', 'unknown_key'],
    ]);
  });

  it.each([
    { when: 'the file is missing', name: 'none.yaml', prepare: async () => undefined },
    { when: 'the folder has none', name: '.', prepare: async () => undefined },
    {
      when: 'the folder has two',
      name: '.',
      prepare: async () => {
        await writeFile(join(folder, 'mortise.config.yaml'), '{}');
        await writeFile(join(folder, 'mortise.config.json'), '{}');
      },
    },
    {
      when: 'the text is not UTF-8',
      name: 'c.yaml',
      prepare: () => writeFile(join(folder, 'c.yaml'), Buffer.from([0x61, 0xff, 0xfe])),
    },
    { when: 'it is a device', name: '/dev/zero', prepare: async () => undefined },
    {
      when: 'the name belongs to a folder of another kind',
      name: 'sub',
      prepare: () => mkdir(join(folder, 'sub')).then(() => undefined),
    },
  ])('answers with a diagnostic when $when', async ({ name, prepare }) => {
    await prepare();
    const parsed = await loadConfigFile(resolve(folder, name));
    expect(parsed).toMatchObject({
      status: 'failed',
      diagnostics: [{ code: 'config_unreadable' }],
    });
  });

  it('says of a file over 1 MB that it is too large', async () => {
    await writeFile(join(folder, 'c.yaml'), ' '.repeat(1_000_001));
    const { diagnostics } = await loadConfigFile(join(folder, 'c.yaml'));
    expect(diagnostics).toMatchObject([
      { code: 'config_too_large', message: expect.stringContaining('1000001 bytes') },
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain('UTF-8');
  });
});

const MODULE_PROGRAM = `
  import { utimes, writeFile } from 'node:fs/promises';
  const [, url, folder] = process.argv;
  const { loadConfigFile } = await import(url);
  const file = folder + '/mortise.config.ts';
  const show = (parsed) =>
    parsed.status === 'ok'
      ? ['ok', parsed.config.strict, parsed.config.revision]
      : ['failed', parsed.diagnostics[0].code];
  const results = [show(await loadConfigFile(folder))];
  const texts = [
    'interface Shape { strict: boolean } export default { strict: false } satisfies Shape;',
    'throw new Error("no");',
    'export default { strickt: true };',
  ];
  for (const [index, text] of texts.entries()) {
    await writeFile(file, text);
    await utimes(file, index + 1, index + 1);
    results.push(show(await loadConfigFile(file, { previousRevision: 7 })));
  }
  console.log(JSON.stringify(results));
`;
