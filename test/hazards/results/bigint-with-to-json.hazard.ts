import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'gives BigInt a toJSON that returns a function',
  source: attackSource(`
    BigInt.prototype.toJSON = () => () => 0;
    return { ...say('x'), structured: { number: 10n } };`),
  expect: { text: 'x' },
};
