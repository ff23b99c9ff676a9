import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const GUESS = `
  if (params.isVictim) { await ctx.sleep(200); return say('victim'); }
  for (let number = 0; number < 5_000; number += 1) {
    console.log(number + '\\treturned');
    globalThis[number] = () => say('forged');
  }
  return say('guessed');`;

export const hazard: Hazard = {
  title: 'answers calls of another session by guessing their numbers',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(GUESS) });
    const victim = stage.call({ args: { isVictim: true }, session: 'victim' });
    expectText(await stage.call(), 'guessed');
    expectText(await victim, 'victim');
  },
};
