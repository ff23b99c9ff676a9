import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with structured data deeper than a result may be',
  source: attackSource(`
    let structured = {};
    for (let depth = 0; depth < 1_000; depth += 1) structured = { structured };
    return { ...say('x'), structured };`),
  expect: { code: 'result_invalid' },
};
