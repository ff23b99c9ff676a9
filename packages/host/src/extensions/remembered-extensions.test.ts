import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-remembered-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = join(root, 'ext');
mkdirSync(folder);

const source = (description: string, answer: string) => `export default (api) => api.registerTool({
  name: 'ask', description: '${description}', parameters: { type: 'object' },
  execute: () => ({ content: [{ type: 'text', text: '${answer}' }] }),
});`;
writeFileSync(join(folder, 'mortise.json'), '{ "id": "asked", "entry": "index.ts" }');
writeFileSync(join(folder, 'index.ts'), source('Asks.', 'first'));

const open = async (extras: object = {}) => {
  const host = await createHost({
    config: { extensions: ['./ext'], agents: { main: {} } },
    ...{ workingDir: root, stateDir: join(root, 'state'), lockFile: join(root, 'mortise.lock') },
    sandbox: { spareRunners: 0 },
    ...extras,
  });
  const runners = () => host.sandboxStatus().runners.length;
  return { host, runners, [Symbol.asyncDispose]: () => host.close() };
};

const ask = async ({ host }: Awaited<ReturnType<typeof open>>) =>
  (
    await host
      .agent('main')
      .session('s')
      .execute([{ id: '1', name: 'ask', args: {} }])
  )[0];
const described = ({ host }: Awaited<ReturnType<typeof open>>) =>
  host.tools().find(({ name }) => name === 'ask')?.description;

describe('an extension that a process before loaded', () => {
  it('is there without a runner, and its first call starts one', async () => {
    {
      await using first = await open();
      expect(first.runners()).toBe(1);
      await first.host.extensions.install('./ext', {});
    }
    await using second = await open();
    expect(described(second)).toBe('Asks.');
    expect(second.host.extensions.list()).toMatchObject([{ id: 'asked', status: 'loaded' }]);
    expect(second.runners()).toBe(0);
    expect(await ask(second)).toMatchObject({ ok: true, text: 'first' });
    expect(second.runners()).toBe(1);
  });

  it('still waits for approval after an update, each time it is met', async () => {
    writeFileSync(join(folder, 'index.ts'), source('Asks for more.', 'second'));
    for (const _time of ['unknown', 'remembered']) {
      await using host = await open();
      expect(host.host.extensions.list()).toMatchObject([
        { waiting: expect.stringContaining('ask') },
      ]);
      expect(described(host)).toBe('Asks.');
      expect(await ask(host)).toMatchObject({ text: 'first' });
    }
    writeFileSync(join(folder, 'index.ts'), source('Asks.', 'first'));
  });

  it('is learned again if what was remembered is damaged, and is not blamed for it', async () => {
    const cache = join(root, 'state', 'cache');
    for (const name of readdirSync(cache)) {
      if (name !== 'secret') writeFileSync(join(cache, name), 'damage');
    }
    await using host = await open();
    expect(host.host.extensions.list()).toMatchObject([{ status: 'loaded', diagnostics: [] }]);
    expect(await ask(host)).toMatchObject({ text: 'first' });
  });
});
