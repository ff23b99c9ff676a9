import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createHost,
  type HostOptions,
  MemoryAuditSink,
  MemorySecrets,
  MemorySessionStore,
  MemoryStorage,
} from '@mortise/host';
import { createSandbox, type Sandbox } from '@mortise/sandbox';
import { describe, expect, it } from 'vitest';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();
const source = `export default (api) => {
  const tool = (name, capabilities, body) => api.registerTool({ name, description: name,
    parameters: { type: 'object' }, capabilities,
    execute: async (id, params, ctx) => ({ content: [{ type: 'text', text: String(await body(ctx)) }] }) });
  tool('keep', { storage: {} }, (ctx) => ctx.storage.set('kept', 'here'));
  tool('tell', { secrets: ['KEY'] }, (ctx) => ctx.secrets.reveal('KEY'));
};`;
const grants = { storage: {}, secrets: [{ name: 'KEY', reveal: true }] };
const config = {
  toolkits: { more: { tools: ['tell'] } },
  agents: { main: { tools: ['keep'], allowed_toolkits: ['more'] } },
};
const open = (options: HostOptions) =>
  createHost({ config, extensions: [{ id: 'probe', source, grants }], ...options });

const call = async (host: Awaited<ReturnType<typeof open>>, name: string, args: object = {}) => {
  const session = host.agent('main').session('s');
  return (await session.execute([{ id: name, name, args }]))[0];
};

describe('a host with the ports it was given', () => {
  it('uses each of them, and closes none but the runner it had opened', async () => {
    const store = new MemorySessionStore();
    const storage = new MemoryStorage(() => 0);
    const audit = new MemoryAuditSink();
    const secrets = new MemorySecrets([['KEY', 'hunter2-hunter2']]);
    const runners: Sandbox[] = [];
    const host = await open({
      ...{ state: store, storage, audit, secrets },
      runner: (options) => {
        const runner = createSandbox(options);
        runners.push(runner);
        return runner;
      },
    });
    expect(await call(host, 'keep')).toMatchObject({ ok: true });
    await call(host, 'load_tools', { toolkit: 'more' });
    expect(await call(host, 'tell')).toMatchObject({ ok: true, text: '[redacted]' });
    expect(runners).toMatchObject([{ status: expect.any(Function) }]);
    expect(runners[0]?.status().extensions).toMatchObject([{ id: 'probe', callsFinished: 2 }]);
    await host.close();

    expect(runners[0]?.status().runners).toEqual([]);
    const record = await store.read('main', 's');
    expect(record.loadedToolkits).toEqual(['more']);
    expect((await store.write({ ...record, loadedToolkits: [] }, record.version)).status).toBe(
      'stored',
    );
    expect(audit.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'storage.set', decision: 'allowed' }),
        expect.objectContaining({ action: 'tools.execute', target: 'tell' }),
      ]),
    );
    await using again = await open({ storage });
    expect(await call(again, 'keep')).toMatchObject({ ok: true });
  });

  it('opens files where it was given paths, storage beside the sessions unless it has its own', async () => {
    const folder = join(newFile(), 'deep');
    const audit = join(folder, 'audit.jsonl');
    {
      await using host = await open({ state: join(folder, 'state.db'), audit });
      await call(host, 'keep');
    }
    expect(existsSync(join(folder, 'storage.db'))).toBe(true);
    expect(readFileSync(audit, 'utf8')).toContain('"action":"storage.set"');
    const other = join(dirname(folder), 'own.db');
    {
      await using host = await open({ state: join(folder, 'state.db'), storage: other });
      await call(host, 'keep');
    }
    expect(existsSync(other)).toBe(true);
  });
});
