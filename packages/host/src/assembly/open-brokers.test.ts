import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry, CapabilityBrokers } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { ExecuteOptions } from './session-call.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-brokers-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'work'));
writeFileSync(join(folder, 'work', 'note.txt'), 'hello from a file');

const tool = (name: string, capabilities: string, body: string) =>
  `api.registerTool({ name: '${name}', description: 'x', parameters: { type: 'object' }, capabilities: ${capabilities},
    async execute(id, params, ctx) { ${body} } });`;
const SOURCE = `export default (api) => {
  const say = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });
  ${tool('read', '{ fs_reach: { read: ["*"] } }', 'return say((await ctx.fs.read("note.txt")).content);')}
  ${tool('escape', '{ fs_reach: { read: ["*"] } }', 'return say((await ctx.fs.read("/etc/passwd")).content);')}
  ${tool('leak', '{ secrets: ["KEY"] }', 'const v = await ctx.secrets.reveal("KEY"); ctx.log.info("it is " + v); return say("value " + v + " " + btoa(v));')}
  ${tool('count', '{ storage: {} }', 'const n = ((await ctx.storage.get("n")) ?? 0) + 1; await ctx.storage.set("n", n); return say(String(n));')}
  ${tool('attached', '{ attachments: { kinds: "*" } }', 'const [one] = await ctx.attachments.list(); return say(one === undefined ? "none" : one.name + ": " + atob((await ctx.attachments.read(one.ref)).content));')}
  ${tool('long', '{ fs_reach: { write: ["*"] } }', 'return say(await ctx.fs.write("long.txt", "x\\n".repeat(params.bytes / 2)));')}
  ${tool('undeclared', '{}', 'return say(await ctx.storage.get("n"));')}
};`;

const open = (parts: object = {}) =>
  createHost({
    config: { agents: { main: {}, other: {} } },
    state: join(folder, 'state.db'),
    extensions: [
      {
        id: 'probe',
        source: SOURCE,
        grants: {
          fs_reach: {
            read: [join(folder, 'work')],
            write: [join(folder, 'work')],
            maxWriteBytes: 3_000_000,
          },
          attachments: { kinds: ['note'] },
          secrets: [{ name: 'KEY', reveal: true }],
          storage: { quotaBytes: 1_000 },
        },
      },
    ],
    ...parts,
  });

interface Called extends ExecuteOptions {
  readonly agentId?: string;
  readonly args?: object;
}

async function call(host: Awaited<ReturnType<typeof open>>, name: string, called: Called = {}) {
  const { agentId = 'main', args = {}, ...options } = called;
  const session = host.agent(agentId).session('s');
  const [result] = await session.execute([{ id: name, name, args }], options);
  return result;
}

describe('a host with the capabilities it backs itself (E-10, S-6)', () => {
  it('lets a tool use what it declared and was granted, and no more', async () => {
    await using host = await open();
    expect(await call(host, 'read')).toMatchObject({ ok: true, text: 'hello from a file' });
    expect(await call(host, 'escape')).toMatchObject({ ok: false, code: 'capability_denied' });
    expect(await call(host, 'undeclared')).toMatchObject({ ok: false, code: 'capability_denied' });
  });

  it('keeps what an extension stores over a restart', async () => {
    {
      await using host = await open();
      expect(await call(host, 'count')).toMatchObject({ text: '1' });
    }
    await using again = await open();
    expect(await call(again, 'count')).toMatchObject({ text: '2' });
  });

  it('keeps what it stores for one agent from another (M-9)', async () => {
    await using host = await open({ state: undefined });
    expect(await call(host, 'count')).toMatchObject({ text: '1' });
    expect(await call(host, 'count', { agentId: 'other' })).toMatchObject({ text: '1' });
    expect(await call(host, 'count')).toMatchObject({ text: '2' });
  });

  it('opens attachments of the turn for a tool, of granted kinds, in that turn alone', async () => {
    await using host = await open();
    const path = join(folder, 'work', 'note.txt');
    const note = { ref: 'r1', kind: 'note', name: 'a note', path };
    const picture = { ref: 'r0', kind: 'picture', name: 'a picture', path };
    expect(await call(host, 'attached', { attachments: [picture, note] })).toMatchObject({
      text: 'a note: hello from a file',
    });
    expect(await call(host, 'attached')).toMatchObject({ text: 'none' });
  });

  it('lets one host call be as large as its grant says', async () => {
    await using host = await open();
    expect(await call(host, 'long', { args: { bytes: 3_000_000 } })).toMatchObject({
      text: '{"bytes":3000000,"created":true}',
    });
    expect(await call(host, 'long', { args: { bytes: 3_000_002 } })).toMatchObject({
      code: 'capability_failed',
      message: expect.stringContaining('3000002 bytes are more than 3000000'),
    });
  });

  it('takes a secret out of results and logs, encoded or not, and never writes it to the audit log', async () => {
    const lines: string[] = [];
    const write = (details: object, message: string) =>
      lines.push(JSON.stringify([details, message]));
    const logger = { debug: write, info: write, warn: write, error: write };
    const audit = join(folder, 'audit.jsonl');
    const secrets = { read: async () => 'hunter2-hunter2' };
    await using host = await open({ logger, audit, secrets });
    expect(await call(host, 'leak')).toMatchObject({
      ok: true,
      text: 'value [redacted] [redacted]',
    });
    await call(host, 'escape');
    // Records are written in batches, a moment later.
    await expect.poll(() => readFileSync(audit, 'utf8')).toContain('"decision":"denied"');
    await host.close();
    const log = readFileSync(audit, 'utf8');
    expect(log).toContain('"decision":"denied"');
    expect(log).toContain('"action":"tools.execute"');
    expect(statSync(audit).mode & 0o777).toBe(0o600);
    for (const text of [log, ...lines]) {
      expect(text).not.toContain('hunter2');
      expect(text).not.toContain(btoa('hunter2-hunter2'));
    }
    expect(lines.join('\n')).toContain('it is [redacted]');
  });
});

describe('a host with brokers of its embedder (S-7, S-11)', () => {
  const VALUE = 'hunter3-hunter3';
  const brokers: CapabilityBrokers = {
    secrets: { get: () => 'a placeholder of their own', reveal: async () => VALUE },
  };

  it.each([
    { when: 'the host knows no secrets', secrets: {} },
    { when: 'the host knows secrets', secrets: { secrets: { read: async () => VALUE } } },
  ])('takes what they reveal out of results, logs and audit when $when', async ({ secrets }) => {
    const lines: string[] = [];
    const write = (details: object, message: string) =>
      lines.push(JSON.stringify([details, message]));
    const logger = { debug: write, info: write, warn: write, error: write };
    const entries: AuditEntry[] = [];
    const audit = { record: (entry: AuditEntry) => entries.push(entry) };
    await using host = await open({ logger, audit, brokers, ...secrets });
    expect(await call(host, 'leak')).toMatchObject({ text: 'value [redacted] [redacted]' });
    expect(lines.join('\n')).toContain('it is [redacted]');
    expect(JSON.stringify([lines, entries])).not.toContain('hunter3');
  });

  it('records what they are asked, and denies what they do not do', async () => {
    const entries: AuditEntry[] = [];
    const audit = { record: (entry: AuditEntry) => entries.push(entry) };
    await using host = await open({ audit, brokers });
    await call(host, 'leak');
    expect(await call(host, 'count')).toMatchObject({ code: 'capability_denied' });
    expect(entries.filter(({ kind }) => kind === 'capability')).toMatchObject([
      { action: 'secrets.reveal', decision: 'allowed', target: 'KEY', agentId: 'main' },
      { action: 'storage.get', decision: 'denied', toolName: 'count', agentId: 'main' },
    ]);
  });
});
