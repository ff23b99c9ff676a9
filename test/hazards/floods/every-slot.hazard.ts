import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

const CALLS = 200;

export const hazard: Hazard = {
  title: 'gets more calls than the host runs at once, none of which ends, while a neighbour waits',
  script: async (stage) => {
    const limits = { callMs: 1_000 };
    await stage.loadWell({ source: attackSource('await new Promise(() => 0);'), limits });
    const calls = Array.from({ length: CALLS }, () => stage.call());
    for (const result of await Promise.all(calls)) expectCode(result, 'timeout');
  },
};
