import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with numbers at the edge of what JSON can say',
  source: attackSource(`
    const structured = [Number.MAX_VALUE, Number.MIN_VALUE, Infinity, -Infinity, JSON.rawJSON ? JSON.rawJSON('9007199254740993') : 0];
    return { ...say(JSON.stringify(structured)), structured, costUsd: Infinity };`),
  expect: { text: '[1.7976931348623157e+308,5e-324,null,null,9007199254740993]' },
};
