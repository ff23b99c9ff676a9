import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'is a thenable only the second time somebody looks',
  source: toolSource(
    `execute: () => { let looks = 0; return { get then() { looks += 1; return looks > 1 ? undefined : () => 0; } }; },`,
  ),
  expect: { code: 'result_invalid' },
};
