import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'runs a regular expression with back references that backtracks',
  source: attackSource(
    String.raw`return say(/^(?=((a|aa|aaa)+))(?:\2|a|aa)+b$/u.test('a'.repeat(5_000)));`,
  ),
  expect: { code: 'cpu_limit' },
};
