import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a part whose type changes between two looks',
  source: attackSource(`
    let looks = 0;
    return { content: [{ get type() { looks += 1; return looks === 1 ? 'audio' : 'text'; }, text: 'x', data: { toString: () => 'x' } }] };`),
  // Whatever it says at the last look is a part that is what it says.
  expect: { text: 'x' },
};
