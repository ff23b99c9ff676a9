import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'breaks iteration, async iteration and the symbols behind them',
  source: attackSource(`
    const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
    IteratorPrototype.next = () => { throw new Error('no'); };
    Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: false });
    Map.prototype[Symbol.iterator] = Set.prototype[Symbol.iterator] = String.prototype[Symbol.iterator] = () => { throw new Error('no'); };
    await ctx.sleep(1);
    return say('answered');`),
  expect: { text: 'answered' },
};
