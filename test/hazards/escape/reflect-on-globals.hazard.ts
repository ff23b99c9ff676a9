import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'redefines the global object with Reflect and looks for accessors of the engine',
  source: attackSource(`
    const odd = [];
    for (let object = globalThis; object !== null; object = Reflect.getPrototypeOf(object))
      for (const key of Reflect.ownKeys(object)) {
        const found = Reflect.getOwnPropertyDescriptor(object, key);
        if (found.get === undefined || key === '__proto__') continue;
        // What is evaluated when first touched is of this realm, as is what does that.
        const isOurs = found.get instanceof Function && Reflect.get(globalThis, key) instanceof Object;
        if (!isOurs) odd.push(String(key));
      }
    return say(odd.join());`),
  expect: { text: '' },
};
