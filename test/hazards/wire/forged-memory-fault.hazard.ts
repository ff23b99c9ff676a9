import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'makes the runner believe that a call ran out of memory',
  source: attackSource(String.raw`
    for (let seq = 0; seq < 2_000; seq += 1) {
      const call = { seq: '0\t{"message":"x"}\nfaulted\t' + seq + '\tmemory\t""\nprogress\t0', facts: {}, asked: {}, lastAsked: 0 };
      try { new ctx.constructor(call).progress('x'); } catch {}
    }
    throw new Error('honest failure');`),
  expect: { code: 'execution_failed', message: /honest failure/ },
};
