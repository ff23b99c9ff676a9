import { setImmediate } from 'node:timers/promises';
import { type ConfigFile, hashArguments } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';
import { MemoryAuditSink } from './memory-audit-sink.ts';

/** Waits before it says what it was given. */
const SOURCE = `export default (api) => api.registerTool({ name: 'later', description: 'l',
  parameters: { type: 'object' },
  execute: async (id, params) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { content: [{ type: 'text', text: params.text + params.list.length }] };
  } });`;

const PLAIN: ConfigFile = { agents: { main: {} } };
const WAITS_FOR_RATES: ConfigFile = {
  ...{ agents: { main: {} }, audit: { strict: true } },
  rates: [{ for: { agent: '*' }, resultTokens: 1_000_000, per: '1h' }],
};

describe.each([
  { what: 'a call', config: PLAIN },
  { what: 'a call that is written down before it runs', config: WAITS_FOR_RATES },
])('the arguments of $what (S-7, T-7)', ({ config }) => {
  const audit = new MemoryAuditSink();
  let host: Host;
  beforeAll(async () => {
    host = await createHost({ config, audit, extensions: [{ id: 'notes', source: SOURCE }] });
    await run({ text: 'first', list: [] }, async () => undefined);
  });
  afterAll(() => host.close());

  let last = 0;
  async function run(args: object, meanwhile: () => Promise<void>) {
    last += 1;
    const id = `call-${last}`;
    const running = host
      .agent('main')
      .session('s')
      .execute([{ id, name: 'later', args }]);
    await meanwhile();
    const [result] = await running;
    const hashes = audit.entries.flatMap(({ callId, argsHash }) =>
      callId === id ? [argsHash] : [],
    );
    return { text: result?.ok === true ? result.text : undefined, hashes };
  }

  it.each([
    { when: 'at once', wait: async () => undefined },
    { when: 'while the tool runs', wait: () => setImmediate(undefined) },
  ])('are recorded as the tool got them, if the program changes them $when', async ({ wait }) => {
    const list = [1, 2];
    const args = { text: 'given', list };
    const { text, hashes } = await run(args, async () => {
      await wait();
      args.text = 'changed';
      list.push(3);
    });
    const got = text === 'given2' ? { text: 'given', list: [1, 2] } : args;
    expect(['given2', 'changed3']).toContain(text);
    expect(hashes.length).toBeGreaterThan(0);
    expect(new Set(hashes)).toEqual(new Set([hashArguments(got)]));
  });
});
