import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-code-'));
const agents = { main: { tools: { alsoAllow: ['group:plugins'] } } };
const config = { agents, extensions: ['./one', './two'] };

function write(id: string, answer: string, code?: string): void {
  mkdirSync(join(folder, id), { recursive: true });
  const manifest = { id, version: '1.0.0', entry: 'index.js' };
  writeFileSync(join(folder, id, 'mortise.json'), JSON.stringify(manifest));
  const source = `export default (api) => api.registerTool({ name: 'tool_${id}', description: 't',
    parameters: { type: 'object' },
    execute: async () => ({ content: [{ type: 'text', text: '${answer}' }] }) });`;
  writeFileSync(join(folder, id, 'index.js'), code ?? source);
}

let host: Host;
beforeAll(async () => {
  for (const id of ['one', 'two']) write(id, `${id} before`);
  host = await createHost({ config, workingDir: folder });
}, 60_000);
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const generations = () =>
  Object.fromEntries(host.sandboxStatus().extensions.map((each) => [each.id, each.generation]));

async function call(name: string): Promise<string> {
  const session = host.agent('main').session(crypto.randomUUID());
  const [result] = await session.execute([{ id: '1', name, args: {} }]);
  return result?.ok === true ? result.text : `${result?.code}`;
}

describe('reloading a configuration whose extensions were edited', () => {
  it('takes changed code up and leaves the rest as it runs', async () => {
    const before = generations();
    write('one', 'one after');
    expect(await host.reload(config)).toMatchObject({ status: 'accepted', diagnostics: [] });
    expect(await call('tool_one')).toBe('one after');
    expect(generations()).toMatchObject({ two: before['two'] });
    expect(generations()['one']).not.toBe(before['one']);
  });

  it('says that code with a mistake was not taken, and the old goes on', async () => {
    write('one', '', 'export default (api) => {');
    const { diagnostics } = await host.reload(config);
    expect(diagnostics).toEqual([
      expect.objectContaining({ subject: 'one', message: expect.stringContaining('not taken') }),
    ]);
    expect(await call('tool_one')).toBe('one after');
    write('one', 'one again');
    expect((await host.extensions.refresh('one'))?.status).toBe('loaded');
    expect(await call('tool_one')).toBe('one again');
  });

  it('lets an extension stay off that was turned off, until it is turned on', async () => {
    expect(await host.extensions.disable('TWO')).toMatchObject({
      failure: { code: 'extension_disabled' },
    });
    await host.reload(config);
    expect(await call('tool_two')).toBe('not_available');
    expect(host.diagnostics()).toContainEqual(
      expect.objectContaining({ code: 'extension_disabled', severity: 'warning', subject: 'two' }),
    );
    expect(await host.extensions.enable('two')).toMatchObject({ status: 'loaded' });
    expect(await call('tool_two')).toBe('two before');
    expect(await host.extensions.enable('two')).toBeUndefined();
    expect(await host.extensions.disable('nope')).toBeUndefined();
  });
});
