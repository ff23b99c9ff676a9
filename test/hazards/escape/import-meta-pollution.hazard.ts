import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'makes the prototype of import.meta a way to the host',
  source: attackSource(`return say(Object.getPrototypeOf(import.meta));`),
  expect: { text: 'null' },
};
