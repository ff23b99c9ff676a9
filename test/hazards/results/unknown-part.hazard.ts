import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with parts of kinds that nobody knows',
  source: attackSource(
    `return { content: [{ type: 'tool_use', id: 'x', name: 'ping', input: {} }, { type: '__proto__', text: 'x' }] };`,
  ),
  expect: { code: 'result_invalid' },
};
