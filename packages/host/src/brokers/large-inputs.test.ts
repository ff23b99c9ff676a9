import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';
import { type CountingServer, openCountingServer } from './testing/counting-server.ts';

const SOURCE = `export default (api) => {
  const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
  const parameters = { type: 'object' };
  api.registerTool({
    name: 'write', description: 'd', parameters, capabilities: { fs_reach: { write: ['*'] } },
    execute: async (id, { lines }, ctx) =>
      text((await ctx.fs.write('large.txt', '"line"\\n'.repeat(lines))).bytes),
  });
  api.registerTool({
    name: 'send', description: 'd', parameters,
    capabilities: { network: { allowedHosts: ['*'], methods: ['POST'] } },
    execute: async (id, { url, chars }, ctx) => {
      const reply = await ctx.fetch(url, { method: 'POST', body: 'x'.repeat(chars) });
      return text(await reply.text());
    },
  });
};`;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-large-')));
let server: CountingServer;
let host: Host;

beforeAll(async () => {
  server = await openCountingServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.end(String(bytes)));
  });
  host = await createHost({
    config: { agents: { a: {} } },
    extensions: [
      {
        id: 'large',
        source: SOURCE,
        manifest: {
          capabilities: {
            fs_reach: { write: [folder] },
            network: { allowedHosts: [`http://127.0.0.1:${server.port}`], methods: ['POST'] },
          },
        },
        grants: {
          fs_reach: { write: [folder], maxWriteBytes: 5_000_000 },
          network: {
            allowedHosts: [`http://127.0.0.1:${server.port}`],
            methods: ['POST'],
            allowPrivate: ['127.0.0.1'],
            maxRequestBytes: 5_000_000,
          },
        },
      },
    ],
  });
});
afterAll(async () => {
  await host.close();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (name: string, args: object) => {
  const [result] = await host
    .agent('a')
    .session('s')
    .execute([{ id: '1', name, args }]);
  return result?.ok === true ? result.text : `${result?.code}: ${result?.message}`;
};

describe('a grant of more than a megabyte (S-6, E-14)', () => {
  it('lets a guest write as much as it says, and no more', async () => {
    expect(await call('write', { lines: 700_000 })).toBe('4900000');
    expect(readFileSync(join(folder, 'large.txt'), 'utf8')).toHaveLength(4_900_000);
    expect(await call('write', { lines: 720_000 })).toContain(
      '5040000 bytes are more than 5000000',
    );
  });

  it('lets a guest send as much as it says, and no more', async () => {
    const url = `http://127.0.0.1:${server.port}/`;
    expect(await call('send', { url, chars: 4_900_000 })).toBe('4900000');
    expect(await call('send', { url, chars: 5_100_000 })).toContain('5000000');
  });
});
