import { describe, expect, it } from 'vitest';
import { AgentKeys } from './agent-keys.ts';

const ROTATE_MS = 1_000;

/** The keys of agents that have this secret; the clock is the test's. */
function openKeys(fill: number) {
  const clock = { now: 10 * ROTATE_MS };
  const keys = new AgentKeys({ secret: () => Buffer.alloc(32, fill), now: () => clock.now });
  return { clock, keys, current: (agentId: string) => keys.current(agentId, ROTATE_MS).keyId };
}

describe('the keys of agents (T-1)', () => {
  it('are one for each agent and secret, and the same on every host that has the secret', () => {
    const [one, other, stranger] = [openKeys(1), openKeys(1), openKeys(2)];
    expect(one.current('main')).toBe(other.current('main'));
    expect(one.current('main')).not.toBe(one.current('reader'));
    expect(one.current('main')).not.toBe(stranger.current('main'));
  });

  it('change by themselves when their time is over; the next is known before, the last one after', () => {
    const { clock, keys, current } = openKeys(1);
    const published = () => keys.published(['main'], ROTATE_MS).map(({ kid }) => kid);
    const [first, before] = [current('main'), published()];
    clock.now += ROTATE_MS - 1;
    expect(current('main')).toBe(first);
    clock.now += 1;
    const second = current('main');
    expect(second).not.toBe(first);
    expect(before).toContain(second);
    expect(published()).toContain(first);
    clock.now += ROTATE_MS;
    expect(published()).not.toContain(first);
  });

  it('are published without what signs', () => {
    const [jwk] = openKeys(1).keys.published(['main'], ROTATE_MS);
    expect(Object.keys(jwk ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  });
});
