import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with costs and a reduction that it made up',
  source: attackSource(
    `return { ...say('answered'), costUsd: -1, usage: { cpuMs: 0 }, reduction: { state: 'applied', rawChars: -5 }, effects: 'none' };`,
  ),
  expect: { text: 'answered' },
};
