import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'takes the promise of a host call apart with its species',
  source: attackSource(`
    const asked = ctx.sleep(1);
    let seen = asked.constructor.constructor('return typeof process')();
    class Spy extends Promise { constructor(run) { super((resolve, reject) => run((value) => { seen += typeof value?.process; resolve(value); }, reject)); } }
    asked.constructor = { [Symbol.species]: Spy };
    await asked.then(() => 0);
    return say(seen.slice(0, 9) + ' ' + (asked instanceof Promise));`),
  expect: { text: 'undefined true' },
};
