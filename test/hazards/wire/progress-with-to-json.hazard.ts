import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'puts a toJSON on Object.prototype so that its progress is no progress',
  source: attackSource(`
    Object.prototype.toJSON = () => 7;
    ctx.progress('x', 5);
    ctx.log.info({ a: 1 });
    delete Object.prototype.toJSON;
    return say('answered');`),
  expect: { text: 'answered' },
};
