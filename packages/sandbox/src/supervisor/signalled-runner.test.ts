import { afterEach, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

/** A terminal sends them to every process in front of it, a service manager to all of a service. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe('a runner that is asked to end by a signal', () => {
  it('goes on with its calls: only its host decides when they end (S-4)', async () => {
    fixture = openSandboxFixture();
    await fixture.loadTools('demo', {
      wait: `ctx.progress('begun'); await ctx.sleep(300); return text('rested');`,
    });
    const signalAll = () => {
      for (const { pid } of fixture.sandbox.status().runners)
        for (const signal of SIGNALS) process.kill(pid, signal);
    };
    const reply = await fixture.call('demo', 'wait', { onProgress: signalAll });
    expect(summarise(reply)).toBe('rested');
    expect(fixture.sandbox.status().extensions).toMatchObject([{ crashes: 0, state: 'ready' }]);
  });
});
