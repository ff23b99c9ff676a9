import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a schema that is another one whenever it is read',
  source: toolSource(
    `parameters: (() => { let looks = 0; return { get type() { looks += 1; return looks === 1 ? 'object' : 'array'; } }; })(),`,
  ),
  args: { a: 1 },
  expect: { text: 'answered' },
};
