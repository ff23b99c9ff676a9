import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendRaw, statelessCall } from './raw-http.ts';
import { type Served, serve as serveIn } from './served-host.ts';

const SLOW = `export default (api) => api.registerTool({ name: 'slow', description: 's',
  parameters: { type: 'object', properties: { ms: { type: 'number' } } },
  execute: async (_id, { ms }) => {
    await new Promise((done) => setTimeout(done, ms));
    return { content: [{ type: 'text', text: 'done' }] };
  } });`;

const root = mkdtempSync(join(tmpdir(), 'mortise-leaving-'));
const config = join(root, 'config');
const state = join(root, 'state');

beforeAll(() => {
  mkdirSync(join(config, 'slow'), { recursive: true });
  const manifest = { id: 'slow', version: '1.0.0', entry: 'index.js' };
  writeFileSync(join(config, 'slow', 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(join(config, 'slow', 'index.js'), SLOW);
  const agents = { main: {} };
  const text = JSON.stringify({ agents, extensions: ['./slow'] });
  writeFileSync(join(config, 'mortise.config.json'), text);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const serve = (...words: string[]) => serveIn({ config, state }, ...words);

const inFlight = ({ url, token }: Served, count: number, ms: number) =>
  Array.from({ length: count }, () => sendRaw(url, statelessCall(token, 'slow', { ms })));

/** As a terminal or a service manager does it: the host gets the signal and all that it has started. */
function signalAll({ child: { pid } }: Served, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}

/** The gauge of calls that run, as an operator reads it in the middle of it all. */
async function running({ url, token }: Served): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const { status, body } = await sendRaw(url, { path: '/metrics', headers });
  expect(status).toBe(200);
  return Number(/^mortise_calls_running (\d+)$/m.exec(body)?.[1]);
}

describe('mortise serve that is told to end', () => {
  it('answers 100 calls of 2 s that are in flight, and is not ready meanwhile', async () => {
    const served = await serve();
    const calls = inFlight(served, 100, 2_000);
    await vi.waitFor(async () => expect(await running(served)).toBeGreaterThan(40), 10_000);
    signalAll(served, 'SIGTERM');
    await vi.waitFor(async () => {
      expect((await sendRaw(served.url, { path: '/ready' })).status).toBe(503);
    });
    const [late] = await Promise.all(inFlight(served, 1, 1));
    expect([late?.status, late?.body]).toEqual([200, expect.stringContaining('host_draining')]);
    const answers = await Promise.all(calls);
    expect(answers.filter(({ body }) => body.includes('done'))).toHaveLength(100);
    expect(await served.ended).toEqual([0, null]);
  });

  it('stops what takes longer than the drain time, and says so', async () => {
    const served = await serve('--drain-ms', '1000');
    // The extension's isolate is up before: a call that still waits for it is refused, not stopped.
    await Promise.all(inFlight(served, 1, 1));
    const [call] = inFlight(served, 1, 60_000);
    await vi.waitFor(async () => expect(await running(served)).toBe(1), 10_000);
    served.child.kill('SIGTERM');
    const answer = await call;
    expect([answer?.status, answer?.body]).toEqual([200, expect.stringContaining('host_stopped')]);
    expect(await served.ended).toEqual([0, null]);
  });

  it('ends at once at a second signal, of whichever kind, with its exit code', async () => {
    const served = await serve('--drain-ms', '600000');
    const [call] = inFlight(served, 1, 60_000);
    const lost = expect(call).rejects.toThrow();
    await vi.waitFor(async () => expect(await running(served)).toBe(1), 10_000);
    served.child.kill('SIGTERM');
    await vi.waitFor(async () => {
      expect((await sendRaw(served.url, { path: '/ready' })).status).toBe(503);
    });
    served.child.kill('SIGINT');
    await lost;
    expect(await served.ended).toEqual([130, null]);
  });
});
