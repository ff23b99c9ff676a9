import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a boxed text that has a method',
  source: attackSource(
    `return { content: [{ type: 'text', text: Object.assign(new String('x'), { toString() { return 'y'; } }) }] };`,
  ),
  expect: { code: 'result_invalid' },
};
