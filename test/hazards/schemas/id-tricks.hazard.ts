import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'gives two parts the same id and the ids of things every object has',
  source: toolSource(
    `parameters: { $id: '__proto__', type: 'object', $defs: { x: { $id: 'constructor', type: 'number' }, y: { $id: 'constructor', type: 'string' }, z: { $anchor: '__proto__' } }, properties: { a: { $ref: '#/$defs/x' } } },`,
  ),
  args: { a: 1 },
  expect: { text: 'answered' },
};
