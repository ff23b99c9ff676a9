import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'compiles regular expressions that become very large',
  source: attackSource(
    `for (let count = 1; ; count += 1) try { new RegExp('(?:a{1,' + (count % 900 + 100) + '}){1,1000}' + count).test('a'.repeat(100)); } catch {}`,
  ),
  expect: { code: 'cpu_limit' },
};
