import { afterEach, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

const BOUND_MS = 8_000;

async function open(): Promise<void> {
  fixture = openSandboxFixture({ spareRunners: 1 });
  await fixture.loadTools('demo', {
    wait: `ctx.progress('begun'); await ctx.sleep(60_000); return text('rested');`,
    quick: `return text('quick');`,
  });
}

function stopRunners(): void {
  for (const { pid } of fixture.sandbox.status().runners) process.kill(pid, 'SIGSTOP');
}

const callQuick = async (): Promise<string> => summarise(await fixture.call('demo', 'quick'));

describe('a runner that is stopped', () => {
  it('before it opens an isolate: the call is refused when its time to start is over (S-3, S-4)', async () => {
    await open();
    await expect
      .poll(() => fixture.sandbox.status().runners.map(({ state }) => state), { timeout: 10_000 })
      .toContain('spare');
    stopRunners();
    const startedAt = performance.now();
    const reply = await fixture.call('demo', 'quick', { timeoutMs: 500 });
    expect(reply).toMatchObject({ status: 'refused', code: 'extension_unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(BOUND_MS);
    await expect.poll(callQuick, { timeout: 10_000 }).toBe('quick');
  });

  it('during a call: its deadline holds, its effects are unknown, and the runner is replaced (S-3, S-4)', async () => {
    await open();
    const startedAt = performance.now();
    const reply = await fixture.call('demo', 'wait', { timeoutMs: 700, onProgress: stopRunners });
    expect(reply).toMatchObject({ status: 'failed', code: 'timeout', effects: 'unknown' });
    expect(performance.now() - startedAt).toBeLessThan(BOUND_MS);
    await expect.poll(callQuick, { timeout: 10_000 }).toBe('quick');
    expect(fixture.events).toContainEqual(
      expect.objectContaining({ type: 'runner_ended', cause: 'silent' }),
    );
    expect(fixture.sandbox.status().extensions).toMatchObject([{ crashes: 0, state: 'ready' }]);
  });
});
