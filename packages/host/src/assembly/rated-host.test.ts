import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigFile, Tool } from '@mortise/contracts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createHost } from './create-host.ts';
import type { HostOptions } from './host-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-rates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let folders = 0;
const newStateDir = () => join(folder, `state-${folders++}`);

const HOUR = 3_600_000;
const START = 1_000 * HOUR;

const tools = (release: Promise<void>, started: string[]): readonly Tool[] => [
  {
    name: 'echo',
    description: 'Echoes',
    schema: { type: 'object', properties: { a: { type: 'string' } } },
    execute: () => ({ ok: true, value: 'here', cost_usd: 0.4 }),
  },
  {
    name: 'wait',
    description: 'Waits',
    schema: { type: 'object' },
    execute: async () => {
      started.push('wait');
      await release;
      return { ok: true, value: 'done' };
    },
  },
];

const open = async (rates: ConfigFile['rates'], options: HostOptions = {}) => {
  const clock = { now: START };
  const { promise, resolve } = Promise.withResolvers<void>();
  const started: string[] = [];
  const host = await createHost({
    config: { agents: { main: {}, other: {} }, ...(rates === undefined ? {} : { rates }) },
    tools: tools(promise, started),
    now: () => clock.now,
    ...options,
  });
  const call = async (name = 'echo', agent = 'main', userId?: string, args: object = {}) => {
    const session = host.agent(agent).session('s', userId === undefined ? {} : { userId });
    return (await session.execute([{ id: '1', name, args }]))[0];
  };
  const codes = async (count: number, ...which: Parameters<typeof call>) => {
    const ended: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const result = await call(...which);
      ended.push(result?.ok === false ? result.code : 'ok');
    }
    return ended;
  };
  return { host, call, codes, clock, started, release: resolve };
};

const ok = (count: number) => Array.from({ length: count }, () => 'ok');

describe('a host with rates (T-5)', () => {
  it('refuses what is over, with the time to wait, until the next window', async () => {
    const { host, call, codes, clock } = await open([{ calls: 50, per: '1h' }]);
    await using _host = host;
    expect(await codes(51)).toEqual([...ok(50), 'rate_limited']);
    clock.now += HOUR / 2;
    expect(await call()).toMatchObject({
      status: 'refused',
      effects: 'none',
      retryAfterMs: HOUR / 2,
    });
    clock.now += HOUR / 2;
    expect(await codes(2)).toEqual(ok(2));
    // Neither a clock that is set back nor one that is set forward keeps it closed.
    for (const jump of [-1_000 * 24 * HOUR, 5_000 * 24 * HOUR]) {
      clock.now += jump;
      expect(await codes(1)).toEqual(['ok']);
    }
  });

  it('counts nothing for a call that never ran', async () => {
    const { host, call, codes } = await open([{ calls: 2, per: '1h' }]);
    await using _host = host;
    for (let at = 0; at < 5; at += 1) {
      expect(await call('echo', 'main', undefined, { a: 1 })).toMatchObject({
        code: 'input_invalid',
      });
    }
    host.hooks.admitCall.tap(
      'test',
      () => ({ status: 'refused', code: 'admission_refused', message: 'no' }) as const,
    );
    expect(await codes(5)).toEqual(Array.from({ length: 5 }, () => 'admission_refused'));
  });

  it('counts by agent, user and tool, named or each by itself', async () => {
    const { host, codes } = await open([
      { for: { agent: 'main', user: '*' }, calls: 1, per: '1h' },
      { for: { tool: 'wait' }, calls: 1, per: '1d' },
    ]);
    await using _host = host;
    expect(await codes(2, 'echo', 'main', 'ana')).toEqual(['ok', 'rate_limited']);
    expect(await codes(2, 'echo', 'main', 'bob')).toEqual(['ok', 'rate_limited']);
    expect(await codes(2, 'echo', 'main')).toEqual(['ok', 'rate_limited']);
    expect(await codes(3, 'echo', 'other', 'ana')).toEqual(ok(3));
  });

  it('counts a client by itself, whatever sessions it states', async () => {
    const { host } = await open([
      { for: { client: '*' }, calls: 2, per: '1h' },
      { for: { client: 'third' }, calls: 1, per: '1h' },
    ]);
    await using _host = host;
    const callAs = async (id: string, sessionKey: string) => {
      const principal = { kind: 'client', id, roles: ['call'], agents: ['main'] } as const;
      const session = host.agent('main').session(sessionKey, { principal });
      const [result] = await session.execute([{ id: '1', name: 'echo', args: {} }]);
      return result?.ok === false ? result.code : 'ok';
    };
    const codes: string[] = [];
    for (const key of ['a', 'b', 'c', 'd']) codes.push(await callAs('first', key));
    expect(codes).toEqual(['ok', 'ok', 'rate_limited', 'rate_limited']);
    expect(await callAs('second', 'a')).toBe('ok');
    expect([await callAs('third', 'a'), await callAs('third', 'b')]).toEqual([
      'ok',
      'rate_limited',
    ]);
    const used = (await host.rates.usage()).map(({ of, used }) => [of.client, used]);
    expect(used).toContainEqual(['first', 2]);
    const about = await host.agent('main').session('z').explain('echo');
    expect(JSON.stringify(about)).toContain('2 calls per 1h for each client (client first)');
  });

  it('ends at a budget of cost that tools report', async () => {
    const { host, codes, clock } = await open([{ costUsd: 1, per: '1d' }]);
    await using _host = host;
    expect(await codes(4)).toEqual(['ok', 'ok', 'ok', 'rate_limited']);
    clock.now += 24 * HOUR;
    expect(await codes(1)).toEqual(['ok']);
  });

  it('lets only so many run at the same time, in all hosts on one state', async () => {
    const stateDir = newStateDir();
    const rates = [{ for: { tool: 'wait' }, concurrent: 2 }];
    const one = await open(rates, { stateDir });
    const two = await open(rates, { stateDir });
    await using _one = one.host;
    await using _two = two.host;
    const running = [one.call('wait'), two.call('wait')];
    await vi.waitFor(() => expect([...one.started, ...two.started]).toHaveLength(2));
    expect(await one.call('wait')).toMatchObject({ code: 'rate_limited', retryAfterMs: 1_000 });
    one.release();
    two.release();
    expect(await Promise.all(running)).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await one.call('wait')).toMatchObject({ ok: true });
  });

  it('counts for two hosts on one state together, never beyond, and across restarts', async () => {
    const stateDir = newStateDir();
    const rates = [{ calls: 100, per: '1h' }];
    const one = await open(rates, { stateDir });
    const two = await open(rates, { stateDir });
    const first = await one.codes(60);
    const second = await two.codes(60);
    const ran = [...first, ...second].filter((code) => code === 'ok').length;
    // What one host took ahead and did not use is at most a twentieth.
    expect(ran).toBeGreaterThanOrEqual(95);
    expect(ran).toBeLessThanOrEqual(100);
    await one.host.close();
    await two.host.close();
    const three = await open(rates, { stateDir });
    await using _three = three.host;
    const rest = await three.codes(10);
    expect(ran + rest.filter((code) => code === 'ok').length).toBe(100);
  });

  it('refuses where it cannot be counted', async () => {
    const fails = () => Promise.reject(new Error('the disk is full'));
    const broken = {
      ...{ take: fails, spend: fails, hold: fails, prune: fails, list: fails },
      [Symbol.asyncDispose]: async () => undefined,
    };
    const { host, call } = await open([{ calls: 10, per: '1h' }], { rates: broken });
    await using _host = host;
    expect(await call()).toMatchObject({ status: 'refused', code: 'admission_refused' });
  });
});
