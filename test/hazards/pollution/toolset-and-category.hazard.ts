import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'puts itself into a toolset and a category called __proto__ and constructor',
  source: toolSource(`toolset: '__proto__', category: 'constructor',`),
  expect: { text: 'answered' },
};
