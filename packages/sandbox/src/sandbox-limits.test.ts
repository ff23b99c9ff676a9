import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

// The wall clock leaves room for a machine that is busy with other things.
const LIMITS = { cpuMs: 60, callMs: 8_000, heapBytes: 32_000_000 };

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = openSandboxFixture({
    limits: LIMITS,
    quarantine: { crashes: 1_000 },
    spareRunners: 2,
    now: () => 0,
  });
  await fixture.loadTools('neighbour', { ping: `return text('pong')` });
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Runs one body in an extension of its own; afterwards it and its neighbour must still answer. */
async function runOnce(id: string, body: string, timeoutMs = 8_000): Promise<string> {
  await fixture.loadTools(id, { go: body, ping: `return text('pong')` });
  const reply = await fixture.call(id, 'go', { timeoutMs });
  expect(summarise(await fixture.call(id, 'ping'))).toBe('pong');
  expect(summarise(await fixture.call('neighbour', 'ping'))).toBe('pong');
  await fixture.sandbox.unload(id);
  return summarise(reply);
}

describe('a limit that a call reaches (S-3, E-14)', () => {
  it.each([
    { what: 'a loop', body: `for (;;);`, then: 'cpu_limit' },
    {
      what: 'a loop in microtasks',
      // Keeps nothing: a chain of promises would end with the heap first on a slow machine.
      body: `const f = () => { Promise.resolve().then(f); }; f(); await new Promise(() => {});`,
      then: 'cpu_limit',
    },
    { what: 'a loop after a host call', body: `await ctx.sleep(1); for (;;);`, then: 'cpu_limit' },
    {
      what: 'a loop in a timer',
      body: `setTimeout(() => { for (;;); }, 1); await new Promise(() => {});`,
      then: 'cpu_limit',
    },
    {
      what: 'a loop in an abort listener',
      body: `ctx.signal.addEventListener('abort', () => { for (;;); }); await new Promise(() => {});`,
      then: 'timeout',
    },
    {
      what: 'a loop in a getter of the result',
      body: `return { get content() { for (;;); } };`,
      then: 'cpu_limit',
    },
    {
      what: 'a loop in a getter of an error',
      body: `throw { get message() { for (;;); } };`,
      then: 'cpu_limit',
    },
    {
      what: 'a loop in a getter of a lost rejection',
      body: `Promise.reject({ get message() { for (;;); } }); return text('x');`,
      then: 'cpu_limit',
    },
    {
      what: 'a loop in toJSON',
      body: `return { content: [], structured: { toJSON() { for (;;); } } };`,
      then: 'cpu_limit',
    },
    {
      what: 'native code that cannot be interrupted',
      body: `return text([].indexOf.call({ length: 2 ** 53 - 1 }, 1));`,
      then: 'cpu_limit',
    },
    { what: 'waiting for ever', body: `await new Promise(() => {});`, then: 'timeout' },
    { what: 'a thenable that never settles', body: `return { then() {} };`, then: 'timeout' },
    { what: 'a large text', body: `return text('x'.repeat(300_000));`, then: 'result_too_large' },
    {
      what: 'a text that is large in bytes only',
      body: `return text('€'.repeat(90_000));`,
      then: 'result_too_large',
    },
    {
      what: 'a large structure',
      body: `return { content: [], structured: 'x'.repeat(300_000) };`,
      then: 'result_too_large',
    },
    {
      what: 'many parts',
      body: `return { content: new Array(2_000).fill({ type: 'text', text: '' }) };`,
      then: 'result_too_large',
    },
    {
      what: 'many host calls',
      body: `for (let i = 0; i < 1e5; i++) ctx.storage.get('x'); return text('x');`,
      then: 'host_call_limit',
    },
    {
      what: 'many host calls in turn',
      body: `for (let i = 0; i < 300; i++) await ctx.sleep(0); return text('x');`,
      then: 'host_call_limit',
    },
    {
      what: 'many host calls at once',
      body: `await Promise.all(Array.from({ length: 50 }, () => ctx.sleep(50))); return text('x');`,
      then: 'host_call_limit',
    },
    {
      what: 'a large host call',
      body: `await ctx.storage.set('k', 'x'.repeat(1_100_000)); return text('x');`,
      then: 'host_call_limit',
    },
    {
      what: 'a fake memory error',
      body: `throw new RangeError('Isolate was disposed during execution due to memory limit');`,
      then: 'execution_failed',
    },
    {
      what: 'a fake time-out',
      body: `throw new Error('Script execution timed out.');`,
      then: 'execution_failed',
    },
  ])('$what → $then', async ({ what, body, then }) => {
    const id = `x-${what.replaceAll(/[^a-z]/gi, '-')}`;
    expect(await runOnce(id, body, then === 'timeout' ? 400 : 8_000)).toBe(then);
  });

  it('ends a heap flood with memory_limit and goes on with a new isolate', async () => {
    const body = `const all = []; for (;;) all.push({ a: [all.length] });`;
    const limits = { cpuMs: 10_000, callMs: 10_000 };
    await fixture.loadTools('flood', { go: body, ping: `return text('pong')` }, { limits });
    expect(summarise(await fixture.call('flood', 'go', { timeoutMs: 10_000 }))).toBe(
      'memory_limit',
    );
    expect(summarise(await fixture.call('flood', 'ping'))).toBe('pong');
  });

  it('drops log lines beyond the limit and says so', async () => {
    expect(
      await runOnce(
        'chatty',
        `for (let i = 0; i < 1e4; i++) console.log('line'); return text('done');`,
      ),
    ).toBe('done');
    expect(fixture.logs.filter((line) => line === 'line')).toHaveLength(100);
    expect(fixture.events).toContainEqual({
      type: 'log_limit',
      extensionId: 'chatty',
      callId: 'chatty-go',
    });
  });
});

describe('a runner that the machine keeps waiting (S-3)', () => {
  const BUSY = `const end = Date.now() + params.ms; while (Date.now() < end); return text('done')`;

  /** Calls a tool that computes for 300 ms, and stops its process for a while meanwhile. */
  async function callWithPause(id: string, pauseMs: number): Promise<string> {
    await fixture.loadTools(id, { go: BUSY }, { limits: { cpuMs: 500 } });
    await fixture.call(id, 'go', { args: { ms: 0 } });
    const reply = fixture.call(id, 'go', { args: { ms: 300 }, timeoutMs: 8_000 });
    await sleep(60);
    const pid = fixture.sandbox.status().runners.find((runner) => runner.callsInFlight > 0)?.pid;
    expect(pid).toBeGreaterThan(0);
    process.kill(pid ?? 0, 'SIGSTOP');
    await sleep(pauseMs);
    process.kill(pid ?? 0, 'SIGCONT');
    return summarise(await reply);
  }

  it('does not charge the call for it', async () => {
    expect(await callWithPause('paused', 550)).toBe('done');
  });
});

describe('concurrent calls of one extension (S-3)', () => {
  it('wait for each other beyond the limit and all answer', async () => {
    await fixture.loadTools(
      'slow',
      { go: `await ctx.sleep(60); return text(id);` },
      { limits: { concurrentCalls: 2 } },
    );
    const started = performance.now();
    const replies = await Promise.all([1, 2, 3, 4].map(() => fixture.call('slow', 'go')));
    expect(replies.map((reply) => reply.status)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(performance.now() - started).toBeGreaterThan(115);
  });
});

describe('a call that is cancelled (E-14)', () => {
  it('is refused before it starts', async () => {
    const reply = await fixture.call('neighbour', 'ping', { signal: AbortSignal.abort() });
    expect(reply).toMatchObject({ status: 'refused', code: 'aborted_before_start' });
  });

  it('sees its signal abort and ends as aborted', async () => {
    await fixture.loadTools('patient', {
      go: `ctx.signal.addEventListener('abort', () => ctx.log.info('saw it')); console.log('on'); await new Promise(() => {});`,
    });
    const controller = new AbortController();
    const reply = fixture.call('patient', 'go', {
      signal: controller.signal,
      onStarted: () => setTimeout(() => controller.abort(), 50),
    });
    expect(await reply).toMatchObject({ status: 'failed', code: 'aborted', effects: 'unknown' });
  });
});
