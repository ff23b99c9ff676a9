import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSandboxFixture, summarise } from '../sandbox-fixture.ts';

const PING = { ping: `return text('pong')` };

describe('placement of extensions in runners', () => {
  it.each([
    {
      placement: 'extension' as const,
      trust: 'third-party' as const,
      maxRunners: 6,
      groups: [1, 1, 1],
    },
    {
      placement: 'extension' as const,
      trust: 'first-party' as const,
      maxRunners: 6,
      groups: [3],
    },
    { placement: 'shared' as const, trust: 'third-party' as const, maxRunners: 6, groups: [3] },
    {
      placement: 'extension' as const,
      trust: 'third-party' as const,
      maxRunners: 1,
      groups: [1],
    },
  ])(
    '$placement, $trust, at most $maxRunners → $groups',
    async ({ placement, trust, maxRunners, groups }) => {
      await using fixture = openSandboxFixture({ placement, maxRunners });
      const ids = ['a', 'b', 'c'];
      for (const id of ids) await fixture.loadTools(id, PING, { trust });
      const replies = await Promise.all(ids.map((id) => fixture.call(id, 'ping')));
      expect(replies.map(summarise)).toEqual(['pong', 'pong', 'pong']);
      const sizes = fixture.sandbox.status().runners.map((runner) => runner.extensions.length);
      expect(sizes.filter((size) => size > 0)).toEqual(groups);
    },
  );

  it('ends runners that are idle, and starts again when they are needed', async () => {
    await using fixture = openSandboxFixture({ idleRunnerMs: 50, spareRunners: 0 });
    await fixture.loadTools('a', PING);
    await fixture.call('a', 'ping');
    expect(fixture.sandbox.status().runners.length).toBeGreaterThan(0);
    await expect.poll(() => fixture.sandbox.status().runners.length, { timeout: 5_000 }).toBe(0);
    expect(summarise(await fixture.call('a', 'ping'))).toBe('pong');
  });

  it('keeps a spare warm', async () => {
    await using fixture = openSandboxFixture({ spareRunners: 1 });
    await fixture.loadTools('a', PING);
    const spares = () =>
      fixture.sandbox.status().runners.filter((runner) => runner.state === 'spare');
    await expect.poll(() => spares().length, { timeout: 5_000 }).toBe(1);
  });
});

describe('memory that an extension leaves behind in a shared runner (S-3)', () => {
  const LEAK = `globalThis.kept ??= [];
    for (let i = 0; i < 1_000; i++) kept.push(new Intl.DateTimeFormat('ar-EG-u-ca-islamic', { dateStyle: 'full', timeStyle: 'full' }));
    return text('left');`;

  it('is not charged to its neighbours: they go on in another runner', async () => {
    await using fixture = openSandboxFixture({ placement: 'shared', rssCapBytes: 400_000_000 });
    const limits = { heapBytes: 200_000_000 };
    await fixture.loadTools('leaky', { go: LEAK }, { limits });
    await fixture.loadTools('good', PING);
    await fixture.call('good', 'ping');
    const [first] = fixture.sandbox
      .status()
      .runners.filter((runner) => runner.extensions.includes('good'));
    const isLeft = () =>
      fixture.sandbox.status().runners.every((runner) => runner.pid !== first?.pid);
    for (let n = 0; n < 40 && !isLeft(); n += 1) {
      await fixture.call('leaky', 'go', { timeoutMs: 30_000 });
      expect(summarise(await fixture.call('good', 'ping'))).toBe('pong');
      await sleep(50);
    }
    expect(isLeft()).toBe(true);
    expect(fixture.events.filter((event) => event.type === 'extension_crashed')).toEqual([]);
  });
});

describe('close', () => {
  it('lets running calls end, refuses new ones and leaves no process', async () => {
    const fixture = openSandboxFixture();
    await fixture.loadTools('a', { slow: `await ctx.sleep(100); return text('done')` });
    const running = fixture.call('a', 'slow');
    await sleep(20);
    const pids = fixture.sandbox.status().runners.map((runner) => runner.pid);
    const closing = fixture.sandbox.close({ drainMs: 5_000 });
    expect(summarise(await fixture.call('a', 'slow'))).toBe('extension_unavailable');
    expect(summarise(await running)).toBe('done');
    await closing;
    expect(pids.filter(isAlive)).toEqual([]);
    expect(fixture.sandbox.status().runners).toEqual([]);
  });

  it('answers calls that do not end in time', async () => {
    const fixture = openSandboxFixture();
    await fixture.loadTools('a', { stuck: `for (;;);` });
    const started = Promise.withResolvers<void>();
    const parts = { timeoutMs: 20_000, onStarted: started.resolve };
    const running = fixture.call('a', 'stuck', parts);
    await started.promise;
    await fixture.sandbox.close({ drainMs: 10 });
    expect(summarise(await running)).toBe('sandbox_crashed');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
