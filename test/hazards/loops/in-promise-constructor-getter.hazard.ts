import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in the constructor getter of the promise it answers with',
  source: toolSource(
    `execute: () => Object.defineProperty(Promise.resolve(1), 'constructor', { get() { for (;;); } }),`,
  ),
  expect: { code: 'cpu_limit' },
};
