import type { ReplicaRegistry } from '@mortise/contracts';
import { expect, it } from 'vitest';

/** What every list of replicas does. `open` gives a new, empty one. */
export function replicaRegistrySuite(open: () => ReplicaRegistry): void {
  const replica = (id: string, config = 'c') => ({ id, name: `host ${id}`, facts: { config } });

  it('lists those that are there as they last said, and none that left', async () => {
    const registry = open();
    await registry.join(replica('b'), 60_000);
    await registry.join(replica('a'), 60_000);
    await registry.join(replica('b', 'd'), 60_000);
    expect(await registry.list()).toEqual([replica('a'), replica('b', 'd')]);
    await registry.leave('a');
    await registry.leave('never there');
    expect(await registry.list()).toEqual([replica('b', 'd')]);
  });

  it('lists none that has said nothing for longer than it would stay', async () => {
    const registry = open();
    await registry.join(replica('a'), 60_000);
    await registry.join(replica('b'), -1);
    expect(await registry.list()).toEqual([replica('a')]);
  });
}
