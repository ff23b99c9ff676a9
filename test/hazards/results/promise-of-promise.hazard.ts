import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a promise of a thenable of a promise',
  source: attackSource(
    `return new Promise((resolve) => resolve({ then: (next) => next(Promise.resolve(say('answered'))) }));`,
  ),
  expect: { text: 'answered' },
};
