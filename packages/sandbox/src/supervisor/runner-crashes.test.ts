import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ExtensionBundle } from '../api/sandbox-api.ts';
import {
  openSandboxFixture,
  type SandboxFixture,
  summarise,
  toolSource,
} from '../sandbox-fixture.ts';

const CRASH = `const all = []; all.push('x'.repeat(1 << 28).split('')); return text(all.length);`;
const PING = `return text('pong')`;

/** A neighbour in the same runner whose tool `wait` has these further fields. */
async function openNeighbours(
  fields: string,
  extra: Partial<ExtensionBundle> = {},
): Promise<SandboxFixture> {
  const fixture = openSandboxFixture({ placement: 'shared' });
  const source = toolSource({
    wait: `ctx.progress('effect'); await ctx.sleep(600); return text('done')`,
    ping: PING,
  }).replaceAll('description:', `${fields} description:`);
  await fixture.loadTools('bad', { go: CRASH });
  await fixture.sandbox.load({ id: 'good', source, ...extra });
  return fixture;
}

/** What becomes of a call that had begun when its runner ended, and how often it ran. */
async function loseNeighbour(
  fixture: SandboxFixture,
): Promise<{ readonly reply: string; readonly effects: number }> {
  let effects = 0;
  const onProgress = (): void => {
    effects += 1;
  };
  const waiting = fixture.call('good', 'wait', { onProgress });
  await fixture.call('good', 'ping');
  await fixture.call('bad', 'go');
  return { reply: summarise(await waiting), effects };
}

describe('an extension that ends its runner (S-4)', () => {
  it('fails with the cause, its neighbour whose call had begun with sandbox_crashed; both go on', async () => {
    await using fixture = openSandboxFixture({ placement: 'shared' });
    await fixture.loadTools('bad', { go: CRASH, ping: PING });
    await fixture.loadTools('good', {
      wait: `await ctx.sleep(3000); return text('x')`,
      ping: PING,
    });
    const waiting = fixture.call('good', 'wait');
    await fixture.call('good', 'ping');
    const crashed = await fixture.call('bad', 'go');
    expect(crashed).toMatchObject({ status: 'failed', code: 'memory_limit', effects: 'unknown' });
    expect(summarise(await waiting)).toBe('sandbox_crashed');
    expect(summarise(await fixture.call('good', 'ping'))).toBe('pong');
    expect(summarise(await fixture.call('bad', 'ping'))).toBe('pong');
  });

  it.each([
    { what: 'a text', body: CRASH },
    {
      what: 'a map',
      body: `const map = new Map(); for (let key = 0; ; key += 1) map.set(key, 0);`,
    },
    { what: 'the symbol registry', body: `for (let key = 0; ; key += 1) Symbol.for('x' + key);` },
  ])(
    'fails with memory_limit when V8 gives up for $what',
    { timeout: 70_000 },
    async ({ body }) => {
      const limits = { cpuMs: 20_000, callMs: 60_000, heapBytes: 24_000_000 };
      await using fixture = openSandboxFixture({ limits });
      await fixture.loadTools('bad', { go: body });
      const reply = await fixture.call('bad', 'go', { timeoutMs: 60_000 });
      expect(summarise(reply)).toBe('memory_limit');
      expect(fixture.events).toContainEqual(
        expect.objectContaining({ type: 'extension_crashed', code: 'memory_limit' }),
      );
    },
  );

  it('is moved into a runner of its own', async () => {
    await using fixture = openSandboxFixture({ placement: 'shared' });
    await fixture.loadTools('bad', { go: CRASH, ping: PING });
    await fixture.loadTools('good', { ping: PING });
    await fixture.call('good', 'ping');
    await fixture.call('bad', 'go');
    await fixture.call('good', 'ping');
    await fixture.call('bad', 'ping');
    const together = fixture.sandbox
      .status()
      .runners.filter((runner) => runner.extensions.length > 1);
    expect(together).toEqual([]);
  });

  it.each([
    { says: 'its extension that it is idempotent', extra: { idempotent: true }, fields: '' },
    { says: 'its tool that it is idempotent', extra: {}, fields: 'idempotent: true,' },
  ])('does not take a call of its neighbour with it, says $says', async ({ extra, fields }) => {
    await using fixture = await openNeighbours(fields, extra);
    const { reply, effects } = await loseNeighbour(fixture);
    expect(reply).toBe('done');
    expect(effects).toBe(2);
    expect(fixture.events).toContainEqual({
      type: 'call_retried',
      extensionId: 'good',
      callId: 'good-wait',
    });
  });

  it.each([
    { says: 'reads only', fields: 'annotations: { readOnlyHint: true },' },
    { says: 'is idempotent in a hint', fields: 'annotations: { idempotentHint: true },' },
    { says: 'is idempotent in another word than true', fields: "idempotent: 'yes'," },
  ])('has no call of its neighbour run twice that $says', async ({ fields }) => {
    await using fixture = await openNeighbours(fields);
    expect(await loseNeighbour(fixture)).toEqual({ reply: 'sandbox_crashed', effects: 1 });
  });

  it('runs a neighbour elsewhere whose call had not begun', async () => {
    await using fixture = openSandboxFixture({ placement: 'shared', limits: { cpuMs: 200 } });
    const stuck = `return text([].indexOf.call({ length: 2 ** 53 - 1 }, 1))`;
    await fixture.loadTools('bad', { go: stuck, ping: PING });
    await fixture.loadTools('good', { ping: PING });
    await Promise.all([fixture.call('bad', 'ping'), fixture.call('good', 'ping')]);
    const bad = fixture.call('bad', 'go');
    await sleep(50);
    const good = fixture.call('good', 'ping');
    expect(summarise(await bad)).toBe('cpu_limit');
    expect(summarise(await good)).toBe('pong');
  });

  it('is quarantined after repeated crashes, as long as the given clock says', async () => {
    let now = 1_000;
    await using fixture = openSandboxFixture({
      now: () => now,
      quarantine: { crashes: 2, baseMs: 5_000 },
    });
    await fixture.loadTools('bad', { go: CRASH, ping: PING });
    await fixture.call('bad', 'go');
    await fixture.call('bad', 'go');
    const refused = await fixture.call('bad', 'ping');
    expect(refused).toMatchObject({ status: 'refused', code: 'extension_quarantined' });
    expect(fixture.sandbox.status().extensions).toMatchObject([
      { state: 'quarantined', crashes: 2, blockedUntil: 6_000 },
    ]);
    now = 6_001;
    expect(summarise(await fixture.call('bad', 'ping'))).toBe('pong');
  });
});

describe('runners that somebody kills from outside (S-4)', () => {
  it('give every call exactly one reply, and blame nobody', async () => {
    await using fixture = openSandboxFixture({ spareRunners: 2 });
    await fixture.loadTools('worker', { go: `await ctx.sleep(params.ms); return text('done')` });
    const replies: string[] = [];
    let kills = 0;
    const killOne = (): void => {
      const busy = fixture.sandbox.status().runners.find((runner) => runner.callsInFlight > 0);
      if (busy === undefined) return;
      process.kill(busy.pid, 'SIGKILL');
      kills += 1;
    };
    const callers = Array.from({ length: 8 }, async () => {
      while (kills < 10) {
        replies.push(summarise(await fixture.call('worker', 'go', { args: { ms: 5 } })));
        if (replies.at(-1) === 'done' && replies.length % 5 === 0) killOne();
      }
    });
    await Promise.all(callers);
    expect(new Set(replies)).toEqual(new Set(['done', 'sandbox_crashed']));
    // The last kill may not have been noticed yet.
    const callAgain = async (): Promise<string> =>
      summarise(await fixture.call('worker', 'go', { args: { ms: 0 } }));
    await expect.poll(callAgain, { timeout: 5_000 }).toBe('done');
    expect(fixture.sandbox.status()).toMatchObject({
      callsInFlight: 0,
      extensions: [{ crashes: 0, state: 'ready' }],
    });
  });
});

describe('a runner that grows beyond its cap (S-3)', () => {
  it('is killed with memory_limit', async () => {
    await using fixture = openSandboxFixture({ rssCapBytes: 200_000_000 });
    const body = `const all = []; for (let i = 0; i < 100; i++) { all.push('\\u0344'.repeat(2e7).normalize('NFD').length); } return text(all.length);`;
    await fixture.loadTools('big', { go: body });
    expect(summarise(await fixture.call('big', 'go'))).toBe('memory_limit');
  });
});

describe('calls that wait behind one that loses the isolate (S-3)', () => {
  it('run in the next isolate', async () => {
    await using fixture = openSandboxFixture({ limits: { cpuMs: 200 } });
    await fixture.loadTools('mixed', { loop: `for (;;);`, ping: PING });
    const replies = await Promise.all([
      fixture.call('mixed', 'ping'),
      fixture.call('mixed', 'loop'),
      fixture.call('mixed', 'ping'),
      fixture.call('mixed', 'ping'),
    ]);
    expect(replies.map(summarise)).toEqual(['pong', 'cpu_limit', 'pong', 'pong']);
  });

  it('run in the next isolate when they shared an entry with it, and answer if they were before it', async () => {
    await using fixture = openSandboxFixture({ limits: { cpuMs: 300 } });
    await fixture.loadTools('quick', { go: `if (params.loop) for (;;); return text(params.n)` });
    for (let n = 0; n < 40; n += 1) await fixture.call('quick', 'go', { args: { n } });
    const numbers = Array.from({ length: 13 }, (_, n) => n);
    const replies = await Promise.all(
      numbers.map((n) => fixture.call('quick', 'go', { args: { n, loop: n === 6 } })),
    );
    expect(replies.map(summarise)).toEqual(numbers.map((n) => (n === 6 ? 'cpu_limit' : String(n))));
  });

  it('end with it when it cannot be interrupted', async () => {
    await using fixture = openSandboxFixture({ limits: { cpuMs: 300 } });
    await fixture.loadTools('quick', {
      go: `if (params.stuck) [].indexOf.call({ length: 2 ** 53 - 1 }, 1); return text('pong')`,
    });
    for (let n = 0; n < 40; n += 1) await fixture.call('quick', 'go');
    const stuck = [false, true, false].map((isStuck) =>
      fixture.call('quick', 'go', { args: { stuck: isStuck } }),
    );
    const codes = (await Promise.all(stuck)).map(summarise);
    expect(codes[1]).toBe('cpu_limit');
    expect(summarise(await fixture.call('quick', 'go'))).toBe('pong');
  });
});
