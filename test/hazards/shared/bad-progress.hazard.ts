import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import { expectNeighbourReady } from '../expect-neighbour-ready.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reports a progress that is none, in a process that others use: the process stays',
  script: async (stage) => {
    const body = `Object.prototype.toJSON = () => 7; ctx.progress('x'); return say('answered');`;
    await stage.loadWell({ source: attackSource(body) });
    await stage.call({ tool: 'ping' });
    const before = stage.host.sandboxStatus().runners.map(({ pid }) => pid);
    await stage.call();
    await expectNeighbourReady(stage);
    const after = stage.host.sandboxStatus().runners.map(({ pid }) => pid);
    expect(after).toEqual(expect.arrayContaining(before));
  },
};
