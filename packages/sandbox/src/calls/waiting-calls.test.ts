import { afterEach, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

async function open(concurrentCalls: number): Promise<void> {
  fixture = openSandboxFixture({ limits: { concurrentCalls } });
  await fixture.loadTools('demo', {
    nap: 'await ctx.sleep(100); return text("rested");',
    hang: 'await new Promise(() => undefined);',
  });
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
    await open(4);
    const controller = new AbortController();
    const calls = Array.from({ length: 9_000 }, () =>
      fixture.call('demo', 'hang', { signal: controller.signal }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    controller.abort();
    const codes = tally((await Promise.all(calls)).map(summarise));
    expect(codes).toEqual({ aborted: 4, aborted_before_start: 8_996 });
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
