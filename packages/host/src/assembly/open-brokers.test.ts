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
import { afterAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';

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
  ${tool('undeclared', '{}', 'return say(await ctx.storage.get("n"));')}
};`;

const open = (parts: object = {}) =>
  createHost({
    config: { agents: { main: {} } },
    state: join(folder, 'state.db'),
    extensions: [
      {
        id: 'probe',
        source: SOURCE,
        grants: {
          fs_reach: { read: [join(folder, 'work')] },
          secrets: [{ name: 'KEY', reveal: true }],
          storage: { quotaBytes: 1_000 },
        },
      },
    ],
    ...parts,
  });

async function call(host: Awaited<ReturnType<typeof open>>, name: string) {
  const [result] = await host
    .agent('main')
    .session('s')
    .execute([{ id: name, name, args: {} }]);
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
