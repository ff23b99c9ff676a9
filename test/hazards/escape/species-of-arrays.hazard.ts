import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'puts a species on arrays that the sandbox may slice or map',
  source: attackSource(`
    class Trap extends Array { static get [Symbol.species]() { throw new Error('stolen'); } }
    Object.defineProperty(Array, Symbol.species, { get: () => Trap });
    const content = new Trap();
    content.push({ type: 'text', text: 'answered' });
    return { content };`),
  expect: { text: 'answered' },
};
