import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws an error with a chain of causes and an aggregate that point at each other',
  source: attackSource(`
    const a = new Error('a'), b = new AggregateError([a], 'wrapped', { cause: a });
    a.cause = b;
    throw b;`),
  expect: { code: 'execution_failed', message: /^AggregateError: wrapped$/ },
};
