import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'makes a context of its own with the class of the one it was given',
  source: attackSource(`
    let made;
    try { made = new ctx.constructor({ seq: 1, facts: { callId: 'forged' }, asked: {}, lastAsked: 0 }); } catch {}
    return say(made === undefined || made.callId !== 'forged' ? 'no forgery' : 'forged ' + made.callId);`),
  expect: { text: 'no forgery' },
};
