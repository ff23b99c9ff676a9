import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'leaves a toJSON on Object.prototype and Array.prototype while its result is written',
  source: attackSource(`
    Object.prototype.toJSON = () => 7;
    Array.prototype.toJSON = () => 'forged';
    String.prototype.toJSON = () => 'forged';
    ctx.progress('x');
    return say('answered');`),
  expect: { text: 'answered' },
};
