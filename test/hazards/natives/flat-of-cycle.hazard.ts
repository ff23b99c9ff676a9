import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'flattens an array that contains itself',
  source: attackSource(`
    const cycle = []; cycle.push(cycle);
    return say(cycle.flat(Infinity));`),
  expect: { code: 'execution_failed', message: /RangeError/ },
};
