import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

const BODY = `ctx.progress('ran');
  if (params.isBad) Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
  return say('quick');`;
const WARM = 200;
const BATCH = 20;
const BAD = 11;

export const hazard: Hazard = {
  title: 'is quick for a long time and then gets stuck in native code in one of many calls at once',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY) });
    for (let count = 0; count < WARM; count += BATCH)
      await Promise.all(Array.from({ length: BATCH }, () => stage.call()));
    const runs = new Map<number, number>();
    const calls = Array.from({ length: BATCH }, (_, index) =>
      stage.call({
        args: { isBad: index === BAD },
        onProgress: () => runs.set(index, (runs.get(index) ?? 0) + 1),
      }),
    );
    const codes = (await Promise.all(calls)).map((result) => (result.ok ? 'ok' : result.code));
    expect(codes[BAD]).toBe('cpu_limit');
    expect(codes.toSpliced(BAD, 1)).toEqual(Array.from({ length: BATCH - 1 }, () => 'ok'));
    expect([...runs.values()].filter((count) => count > 1)).toEqual([]);
  },
};
