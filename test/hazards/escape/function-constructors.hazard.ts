import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'compiles code with the four function constructors and indirect eval',
  source: attackSource(`
    const text = 'return typeof process';
    const AsyncFunction = (async () => 0).constructor;
    const Generator = (function* () {}).constructor;
    const AsyncGenerator = (async function* () {}).constructor;
    const seen = [Function(text)(), await AsyncFunction(text)(), Generator(text)().next().value,
      (await AsyncGenerator(text)().next()).value, (0, eval)('typeof process')];
    return say(seen.join(' '));`),
  expect: { text: 'undefined undefined undefined undefined undefined' },
};
