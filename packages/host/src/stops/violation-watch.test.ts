import { afterEach, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';

/** Asks for a host that it was not granted, as often as it is told. */
const PRYING = `export default (api) => {
  const capabilities = { network: { allowedHosts: ['*'] } };
  api.registerTool({
    name: 'pry', description: 'd', capabilities, parameters: { type: 'object', properties: { times: {}, stays: {} } },
    execute: async (id, { times, stays }, ctx) => {
      let refused = 0;
      for (let at = 0; at < times; at += 1) await ctx.fetch('https://other.example/').catch(() => { refused += 1; });
      // A stop takes a moment, in which the call must not have ended by itself.
      if (stays) await new Promise((resolve) => setTimeout(resolve, 30_000));
      return { content: [{ type: 'text', text: String(refused) }] };
    },
  });
};`;
const HARMLESS = `export default (api) => api.registerTool({
  name: 'greet', description: 'd', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'hello' }] }),
});`;

let host: Host | undefined;
afterEach(() => host?.close({ drainMs: 0 }));

async function open(violations: object | 'ignore'): Promise<Host> {
  const grants = { network: { allowedHosts: ['good.example'] } };
  host = await createHost({
    extensions: [
      { id: 'prying', source: PRYING, grants },
      { id: 'harmless', source: HARMLESS },
    ],
    config: { agents: { main: {} }, sandbox: { violations } },
  });
  return host;
}

async function call(at: Host, name: string, args: object = {}) {
  const [result] = await at
    .agent('main')
    .session('s')
    .execute([{ id: '1', name, args }]);
  return result?.ok === true ? result.text : result?.code;
}

describe('an extension that keeps asking for what it was not granted (T-6, S-5)', () => {
  it('is stopped by itself, ends what runs, and only a person lets it run again', async () => {
    const opened = await open({ most: 5, per: '1m' });
    expect(await call(opened, 'pry', { times: 4 })).toBe('4');
    expect(await call(opened, 'pry', { times: 50, stays: true })).toBe('stopped_running');
    expect(await call(opened, 'pry', { times: 0 })).toBe('stopped');
    expect(await call(opened, 'greet')).toBe('hello');
    expect(opened.stops.list()).toMatchObject([
      {
        scope: 'extension',
        name: 'prying',
        by: 'host',
        reason: expect.stringContaining('5 uses were refused'),
      },
    ]);
    await opened.stops.resume({ scope: 'extension', name: 'prying' });
    expect(await call(opened, 'pry', { times: 1 })).toBe('1');
  });

  it('is left alone where the operator says so', async () => {
    const opened = await open('ignore');
    expect(await call(opened, 'pry', { times: 200 })).toBe('200');
    expect(opened.stops.list()).toEqual([]);
  });
});
