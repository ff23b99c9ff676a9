import type { AuditEntry } from '@mortise/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';

const SOURCE = `export default (api) => {
  const tool = (name, execute) => api.registerTool({ name, description: 'n', capabilities: { storage: {} },
    parameters: { type: 'object' }, execute: async (_id, args, ctx) =>
      ({ content: [{ type: 'text', text: String(await execute(args, ctx)) }] }) });
  tool('put', (args, ctx) => ctx.storage.set('key', args.value));
  tool('read', (args, ctx) => ctx.storage.get('key'));
};`;

let entries: AuditEntry[] = [];
let isBlocked: (entry: AuditEntry) => boolean = () => false;
let host: Host;
beforeAll(async () => {
  host = await createHost({
    config: { agents: { main: {} }, audit: { strict: true } },
    extensions: [{ id: 'notes', source: SOURCE, grants: { storage: { scope: 'agent' } } }],
    audit: {
      record: (entry) => {
        if (isBlocked(entry)) throw new Error('The disk is full.');
        entries.push(entry);
      },
    },
  });
});
afterAll(() => host.close());
beforeEach(() => {
  entries = [];
  isBlocked = () => false;
});

const call = async (name: string, args: object = {}) =>
  (
    await host
      .agent('main')
      .session('s')
      .execute([{ id: name, name, args }])
  )[0];

describe('strict mode (T-7)', () => {
  it('writes a use of a capability down before it happens and after it', async () => {
    expect(await call('put', { value: 'one' })).toMatchObject({ ok: true });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['tools.start', undefined],
      ['storage.set', { phase: 'begin' }],
      ['storage.set', undefined],
      ['tools.execute', undefined],
    ]);
    expect(entries[1]).toMatchObject({
      ...{
        kind: 'capability',
        target: 'key',
        extensionId: 'notes',
        toolName: 'put',
        callId: 'put',
      },
    });
  });

  it('does not let a use happen that it cannot write down before', async () => {
    await call('put', { value: 'one' });
    isBlocked = ({ kind }) => kind === 'capability';
    expect(await call('put', { value: 'two' })).toMatchObject({ ok: false });
    isBlocked = () => false;
    expect(await call('read')).toMatchObject({ ok: true, text: 'one' });
  });

  it('lets uses pass unrecorded before where it is off', async () => {
    const { status } = await host.reload({ agents: { main: {} } });
    expect(status).toBe('accepted');
    await call('put', { value: 'three' });
    // That the configuration was read is written down, too.
    const uses = entries.map(({ action }) => action).filter((each) => each !== 'config.reload');
    expect(uses).toEqual(['storage.set', 'tools.execute']);
    await host.reload({ agents: { main: {} }, audit: { strict: true } });
  });
});
