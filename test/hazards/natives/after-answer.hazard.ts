import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers, then searches an array-like of huge length in a microtask',
  source: attackSource(`
    ctx.sleep(0).then(() => Array.prototype.indexOf.call({ length: Number.MAX_SAFE_INTEGER }, 1));
    queueMicrotask(() => Promise.resolve().then(() => Promise.resolve().then(() => Array.prototype.indexOf.call({ length: Number.MAX_SAFE_INTEGER }, 1))));
    return say('answered');`),
  expect: { code: 'cpu_limit' },
};
