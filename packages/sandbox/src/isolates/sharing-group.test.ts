import { describe, expect, it } from 'vitest';
import type { PlacementRule } from '../api/sandbox-api.ts';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

const PING = { ping: `return text('pong')`, wait: `await ctx.sleep(60_000); return text('late')` };

/** Which extensions were together in a process at any time, by what the sandbox says of itself. */
async function callAll(fixture: SandboxFixture, rule: PlacementRule): Promise<readonly string[]> {
  for (const id of ['ours', 'ours-too'])
    await fixture.loadTools(id, PING, { trust: 'first-party' });
  for (const id of ['theirs', 'others']) await fixture.loadTools(id, PING);
  const ends = new AbortController();
  const waiting = ['ours', 'ours-too', 'theirs', 'others'].flatMap((id) =>
    ['a', 'b'].map((agentId) => {
      const started = Promise.withResolvers<void>();
      const caller = { agentId, workerScope: 'agent' as const };
      const parts = { caller, onStarted: started.resolve, signal: ends.signal };
      const reply = fixture.call(id, 'wait', { ...parts, timeoutMs: 60_000 });
      return { started: started.promise, reply };
    }),
  );
  await Promise.all(waiting.map(({ started }) => started));
  const { runners } = fixture.sandbox.status();
  ends.abort();
  for (const { reply } of waiting) expect(summarise(await reply)).toBe('aborted');
  const together = runners
    .filter(({ callsInFlight }) => callsInFlight > 0)
    .map(({ extensions, callsInFlight }) => `${[...extensions].sort().join('+')} ${callsInFlight}`);
  expect(together.length, rule).toBeGreaterThan(0);
  return together.sort();
}

describe('who shares a runner process (S-8, M-9)', () => {
  it.each([
    { rule: 'extension' as const, then: ['others 2', 'ours+ours-too 4', 'theirs 2'] },
    {
      rule: 'scope' as const,
      then: ['others 1', 'others 1', 'ours+ours-too 2', 'ours+ours-too 2', 'theirs 1', 'theirs 1'],
    },
    { rule: 'shared' as const, then: ['others+ours+ours-too+theirs 8'] },
  ])('with placement $rule: $then', async ({ rule, then }) => {
    await using fixture = openSandboxFixture({ placement: rule, maxRunners: 12 });
    expect(await callAll(fixture, rule)).toEqual(then);
  });

  it('never lets strangers share for want of room: a call waits until a process rests', async () => {
    await using fixture = openSandboxFixture({ maxRunners: 1 });
    for (const id of ['theirs', 'others']) await fixture.loadTools(id, PING);
    const ends = new AbortController();
    const started = Promise.withResolvers<void>();
    const first = fixture.call('theirs', 'wait', {
      ...{ signal: ends.signal, onStarted: started.resolve, timeoutMs: 60_000 },
    });
    await started.promise;
    const second = fixture.call('others', 'ping', { timeoutMs: 60_000 });
    const refused = await fixture.call('others', 'ping', { timeoutMs: 100 });
    expect(refused).toMatchObject({ status: 'refused', code: 'extension_unavailable' });
    const serving = fixture.sandbox.status().runners.filter(({ extensions }) => extensions[0]);
    expect(serving.map(({ extensions }) => extensions)).toEqual([['theirs']]);
    ends.abort();
    expect(summarise(await first)).toBe('aborted');
    expect(summarise(await second)).toBe('pong');
  });

  it('registers strangers in processes of their own, too, and does not keep them together later', async () => {
    await using fixture = openSandboxFixture({ maxRunners: 4 });
    await fixture.loadTools('theirs', PING);
    const [theirs] = fixture.sandbox.status().runners;
    await fixture.loadTools('others', PING);
    await fixture.call('others', 'ping');
    const { runners } = fixture.sandbox.status();
    const others = runners.find(({ extensions }) => extensions.includes('others'));
    expect(others?.pid).not.toBe(theirs?.pid);
    await fixture.call('theirs', 'ping');
    const again = fixture.sandbox.status().runners.find(({ pid }) => pid === theirs?.pid);
    expect(again?.extensions).toEqual(['theirs']);
  });

  it('gives the next generation of an extension a process of its own', async () => {
    await using fixture = openSandboxFixture();
    await fixture.loadTools('theirs', PING);
    await fixture.call('theirs', 'ping');
    const before = fixture.sandbox.status().runners.map(({ pid }) => pid);
    const source = `export default (api) => api.registerTool({ name: 'ping', description: 'd', parameters: { type: 'object' }, execute: async () => ({ content: [] }) })`;
    await fixture.sandbox.reload({ id: 'theirs', source });
    expect(summarise(await fixture.call('theirs', 'ping'))).toBe('');
    const serving = fixture.sandbox.status().runners.filter(({ extensions }) => extensions[0]);
    expect(serving.map(({ pid }) => pid).filter((pid) => before.includes(pid))).toEqual([]);
  });
});
