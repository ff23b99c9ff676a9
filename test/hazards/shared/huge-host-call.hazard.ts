import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import { expectNeighbourReady } from '../expect-neighbour-ready.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'asks the host with 20 MB, in a process that others use: the process stays',
  script: async (stage) => {
    const limits = { cpuMs: 6_000, heapBytes: 200_000_000 };
    const body = `await fetch('https://example.org/', { method: 'POST', body: 'x'.repeat(20_000_000) });`;
    await stage.loadWell({ source: attackSource(body), limits });
    await stage.call({ tool: 'ping' });
    const before = stage.host.sandboxStatus().runners.map(({ pid }) => pid);
    expectCode(await stage.call(), 'host_call_limit');
    await expectNeighbourReady(stage);
    const after = stage.host.sandboxStatus().runners.map(({ pid }) => pid);
    expect(after).toEqual(expect.arrayContaining(before));
  },
};
