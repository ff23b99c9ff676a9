import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../../cli-fixture.ts';

/** Three files deep, as TypeScript: what is thrown at `src/deep/parse-hour.ts:4:16`. */
const FILES = {
  'mortise.json': JSON.stringify({
    ...{ id: 'weather', version: '0.1.0', entry: 'src/index.ts' },
    capabilities: {
      network: { allowedHosts: ['http://127.0.0.1:PORT'], reason: 'forecasts' },
      storage: { reason: 'remembers' },
      secrets: ['WEATHER_KEY'],
    },
  }),
  'src/index.ts': `import { forecast } from './forecast.ts';
const tool = (name: string, execute: (ctx: any) => unknown) => ({ name, description: name, parameters: { type: 'object' },
  capabilities: { network: { allowedHosts: ['*'] }, storage: {}, secrets: ['WEATHER_KEY'] },
  execute: async (_id: string, _params: unknown, ctx: any) => ({ content: [{ type: 'text', text: String(await execute(ctx)) }] }) });
export default (api: any) => {
  api.registerTool(tool('get_forecast', () => forecast()));
  api.registerTool(tool('remember', async (ctx) => { const n = ((await ctx.storage.get('n')) ?? 0) + 1; await ctx.storage.set('n', n); return n; }));
  api.registerTool(tool('ask', async (ctx) => (await fetch('http://127.0.0.1:PORT/')).text()));
  api.registerTool(tool('key', async (ctx) => (await ctx.secrets.get('WEATHER_KEY')).startsWith('mortise-secret:')));
};`,
  'src/forecast.ts': `import { parseHour } from './deep/parse-hour.ts';
export async function forecast(): Promise<string> {
  console.log('asking', { hours: undefined });
  await null;
  return parseHour({});
}`,
  'src/deep/parse-hour.ts': `type Hours = { hours?: { x: string } };

export function parseHour(from: Hours): string {
  return from.hours!.x;
}`,
} as const;

const server = createServer((_request, response) => response.end('sunny'));
let folder = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-author-')));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  for (const [name, text] of Object.entries(FILES))
    writeFileSync(join(folder, name), text.replaceAll('PORT', String(port)));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((done) => server.close(done));
});

const call = (tool: string, ...more: string[]) =>
  typeCommand(['call', tool, '{}', '--extension', folder, ...more], { cwd: folder });

describe('mortise call --extension, for the author of a tool (F-1)', () => {
  it('shows where it threw, three files deep, and where it logged', async () => {
    const { exit, err } = await call('get_forecast');
    expect(exit).toBe(1);
    expect(err).toContain('asking { hours: undefined }  src/forecast.ts:3:11');
    expect(err).toMatch(
      /TypeError: Cannot read properties of undefined \(reading 'x'\)\n {4}at parseHour \(src\/deep\/parse-hour\.ts:4:22\)\n {4}at forecast \(src\/forecast\.ts:5:10\)\n {4}at async .*\(src\/index\.ts:\d+:\d+\)/,
    );
    expect(err).not.toContain(folder);
  });

  it('keeps what a tool stores, for this folder and for its owner alone', async () => {
    expect((await call('remember')).out).toMatch(/\n1$/);
    expect((await call('remember')).out).toMatch(/\n2$/);
    const kept = join(folder, '.mortise/author');
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, '.mortise/.gitignore'), 'utf8')).toBe('*\n');
  });

  it('reaches servers of this machine when it is told to, and says how otherwise', async () => {
    const refused = await call('ask');
    expect(refused.err).toMatch(/capability_denied .*\n[\s\S]*hint: .*--loopback/);
    expect((await call('ask', '--loopback')).out).toMatch(/\nsunny$/);
  });

  it('takes secrets from the environment, and says which one is missing', async () => {
    const missing = await call('key');
    expect(missing.err).toContain('MORTISE_SECRET_WEATHER_KEY');
    const env = { MORTISE_SECRET_WEATHER_KEY: 'a value' };
    const args = ['call', 'key', '{}', '--extension', folder];
    expect((await typeCommand(args, { cwd: folder, env })).out).toMatch(/\ntrue$/);
  });

  it('grants what --grant says, and remembers it', async () => {
    expect((await call('remember', '--grant', 'none')).err).toMatch(/capability_denied/);
    expect((await call('remember')).err).toMatch(/capability_denied/);
    expect((await call('remember', '--grant', 'all')).exit).toBe(0);
    expect(existsSync(join(folder, '.mortise/author/answers.json'))).toBe(true);
  });
});
