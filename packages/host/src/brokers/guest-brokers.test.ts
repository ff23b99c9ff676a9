import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditEntry, type CapabilityGrants, textOf } from '@mortise/contracts';
import { createSandbox } from '@mortise/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCapabilityBrokers } from './create-capability-brokers.ts';
import { SqliteStorage } from './storage/sqlite-storage.ts';
import { type CountingServer, openCountingServer } from './testing/counting-server.ts';

/** Every tool declares everything and does one thing; what comes of it is its text. */
const BODIES = {
  read: `return (await ctx.fs.read('note.txt')).content`,
  write: `return (await ctx.fs.write('new.txt', 'from the guest')).created`,
  escape: `return (await ctx.fs.read('/etc/passwd')).content`,
  remember: `await ctx.storage.set('n', [1, 2]); return JSON.stringify([await ctx.storage.get('n'), await ctx.storage.list()])`,
  run: `return (await ctx.process.run('printf', ['%s', '$(id)'])).stdout`,
  shell: `return (await ctx.process.run('sh', ['-c', 'id'])).stdout`,
  reveal: `return await ctx.secrets.reveal('KEY')`,
  fetch: `const key = await ctx.secrets.get('KEY');
    const reply = await ctx.fetch(params.url, { headers: { authorization: 'Bearer ' + key } });
    return reply.status + ' ' + key.startsWith('mortise-secret:')`,
  inside: `return (await ctx.fetch('http://127.0.0.1:1/')).status`,
  attached: `return JSON.stringify(await ctx.attachments.list())`,
} as const;

const SOURCE = `
const capabilities = {
  network: { allowedHosts: ['*'] }, secrets: ['KEY'], storage: { scope: 'session' },
  fs_reach: { read: ['*'], write: ['*'] }, process: { allowedBinaries: ['*'] },
  attachments: { kinds: '*' },
};
const bodies = { ${Object.entries(BODIES)
  .map(([name, body]) => `${name}: async (params, ctx) => { ${body} }`)
  .join(',\n')} };
export default function (api) {
  for (const [name, body] of Object.entries(bodies)) {
    api.registerTool({
      name, description: name, parameters: { type: 'object' }, capabilities,
      execute: async (id, params, ctx) => ({ content: [{ type: 'text', text: String(await body(params, ctx)) }] }),
    });
  }
}`;

describe('a guest in a real isolate and the real brokers (E-10, S-1, S-6, S-7)', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-guest-')));
  const entries: AuditEntry[] = [];
  const received: (string | undefined)[] = [];
  const storage = new SqliteStorage({ path: join(folder, 'storage.db'), now: () => 0 });
  const quiet = () => undefined;
  const sandbox = createSandbox({
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    now: Date.now,
    audit: { record: (entry) => entries.push(entry) },
    brokers: createCapabilityBrokers({
      secrets: { read: async () => 'planted-value' },
      storage,
      binaryDirectories: ['/usr/bin', '/bin'],
      network: { resolver: { resolve: async () => ['127.0.0.1'] } },
    }),
  });
  let server: CountingServer;

  beforeAll(async () => {
    server = await openCountingServer((request, response) => {
      received.push(request.headers.authorization);
      response.end('fine');
    });
    writeFileSync(join(folder, 'note.txt'), 'a note');
    const origin = `http://api.test:${server.port}`;
    const grants: CapabilityGrants = {
      network: { allowedHosts: [origin, 'http://127.0.0.1:1'], allowPrivate: ['127.0.0.1'] },
      secrets: [{ name: 'KEY', hosts: [origin] }],
      storage: { quotaBytes: 1_000 },
      fs_reach: { read: [folder], write: [folder] },
      process: { allowedBinaries: ['printf'] },
      attachments: { kinds: ['text'] },
    };
    expect((await sandbox.load({ id: 'granted', source: SOURCE, grants })).status).toBe('loaded');
    expect((await sandbox.load({ id: 'bare', source: SOURCE })).status).toBe('loaded');
  });

  afterAll(async () => {
    await sandbox.close({ drainMs: 0 });
    await server[Symbol.asyncDispose]();
    storage[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });

  async function call(extensionId: string, toolName: string, args: object = {}) {
    const reply = await sandbox.run(
      {
        callId: 'call-1',
        extensionId,
        toolName,
        args,
        mode: 'run',
        caller: { agentId: 'a', sessionKey: 's', workerScope: 'shared', turnCount: 1 },
        timeoutMs: 10_000,
        attachments: [{ ref: 'r', kind: 'text', path: '/etc/passwd' }],
      },
      { signal: new AbortController().signal, onProgress: quiet },
    );
    return reply.status === 'ok' ? textOf(reply.content) : reply.code;
  }

  it.each([
    ['read', 'a note'],
    ['write', 'true'],
    ['escape', 'capability_denied'],
    ['remember', '[[1,2],["n"]]'],
    ['run', '$(id)'],
    ['shell', 'capability_denied'],
    ['reveal', 'capability_denied'],
    ['inside', 'capability_failed'],
    ['attached', '[{"ref":"r","kind":"text"}]'],
  ])('%s → %s', async (tool, then) => {
    expect(await call('granted', tool)).toBe(then);
  });

  it('sends a secret it never sees', async () => {
    const url = `http://api.test:${server.port}/`;
    expect(await call('granted', 'fetch', { url })).toBe('200 true');
    expect(received).toEqual(['Bearer planted-value']);
    expect(JSON.stringify(entries)).not.toContain('planted-value');
  });

  it.each(Object.keys(BODIES))('%s is denied to an extension without grants', async (tool) => {
    const before = entries.length;
    const url = `http://api.test:${server.port}/`;
    expect(await call('bare', tool, { url })).toBe('capability_denied');
    expect(entries.slice(before)).toMatchObject([
      {
        decision: 'denied',
        reason: expect.stringContaining('is not granted to the extension bare'),
        ...{ extensionId: 'bare', toolName: tool, agentId: 'a', sessionKey: 's' },
      },
    ]);
  });

  it('wrote what the guest said, and nothing else', () => {
    expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('from the guest');
  });
});
