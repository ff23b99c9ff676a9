import type { LimitSettings } from '@mortise/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

async function open(concurrentCalls: number, limits: LimitSettings = {}): Promise<void> {
  fixture = openSandboxFixture({ limits: { concurrentCalls, ...limits } });
  await fixture.loadTools('demo', {
    nap: 'await ctx.sleep(100); return text("rested");',
    hang: 'await new Promise(() => undefined);',
    quick: 'return text("quick");',
  });
  // Calls are sent to an isolate that is there.
  await fixture.call('demo', 'quick');
}

function tally(values: readonly string[]): { readonly [value: string]: number } {
  const counts: { [value: string]: number } = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describe('calls that wait for their turn', () => {
  it('have their whole time when it comes (S-3)', async () => {
    await open(2);
    const calls = Array.from({ length: 8 }, () => fixture.call('demo', 'nap', { timeoutMs: 300 }));
    expect((await Promise.all(calls)).map(summarise)).toEqual(calls.map(() => 'rested'));
  });

  it('say when it comes, in their order', async () => {
    await open(1);
    const told: number[] = [];
    const calls = [0, 1, 2].map((index) =>
      fixture.call('demo', 'nap', { onStarted: () => told.push(index) }),
    );
    expect(told).toEqual([0]);
    await Promise.all(calls);
    expect(told).toEqual([0, 1, 2]);
  });

  it('all end when thousands of them are given up at once', async () => {
    await open(4, { waitingCalls: 10_000 });
    const controller = new AbortController();
    const calls = Array.from({ length: 9_000 }, () =>
      fixture.call('demo', 'hang', { signal: controller.signal }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    controller.abort();
    const codes = tally((await Promise.all(calls)).map(summarise));
    expect(codes).toEqual({ aborted: 4, aborted_before_start: 8_996 });
  });

  it('leave places to other tools of their extension', async () => {
    await open(8, { toolConcurrentCalls: 6 });
    const controller = new AbortController();
    const slow = Array.from({ length: 300 }, () =>
      fixture.call('demo', 'hang', { signal: controller.signal }),
    );
    expect(summarise(await fixture.call('demo', 'quick'))).toBe('quick');
    controller.abort();
    const codes = tally((await Promise.all(slow)).map(summarise));
    expect(codes).toEqual({ aborted: 6, aborted_before_start: 294 });
  });

  it('get their turns tool by tool: one behind many of another waits for one of them', async () => {
    await open(1);
    const ended: string[] = [];
    const note = (name: string) => () => ended.push(name);
    const calls = Array.from({ length: 9 }, () => fixture.call('demo', 'nap').then(note('nap')));
    calls.push(fixture.call('demo', 'quick').then(note('quick')));
    await Promise.all(calls);
    expect(ended.slice(0, 3)).toContain('quick');
  });

  it.each([
    { what: 'many', limits: { waitingCalls: 2 }, text: '' },
    { what: 'large', limits: { waitingBytes: 5_000 }, text: 'x'.repeat(2_000) },
  ])('are refused with a time to wait if there are too $what of them', async ({ limits, text }) => {
    await open(1, limits);
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 4 }, () =>
      fixture.call('demo', 'hang', { signal, args: { text } }),
    );
    expect(await calls[3]).toMatchObject({
      status: 'refused',
      code: 'extension_busy',
      message: expect.stringMatching(/^3 calls run or wait\. Try again in \d+ s\.$/),
    });
    controller.abort();
    await Promise.all(calls);
  });

  it('are told so when their extension is unloaded', async () => {
    await open(1);
    const calls = [1, 2, 3].map(() => fixture.call('demo', 'hang'));
    await fixture.sandbox.unload('demo');
    const codes = (await Promise.all(calls)).map(summarise);
    expect(codes).toEqual(['aborted', 'extension_unavailable', 'extension_unavailable']);
  });

  it('start no runner any more when the sandbox closes', async () => {
    await open(1);
    const calls = Array.from({ length: 20 }, () => fixture.call('demo', 'hang'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await fixture.sandbox.close({ drainMs: 0 });
    expect(fixture.sandbox.status().runners).toEqual([]);
    expect(tally((await Promise.all(calls)).map(summarise))['extension_unavailable']).toBe(19);
  });
});
