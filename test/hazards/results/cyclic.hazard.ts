import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with structured data that contains itself',
  source: attackSource(`
    const structured = { name: 'x' }; structured.self = structured;
    return { ...say('x'), structured };`),
  expect: { code: 'result_invalid' },
};
