import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

const BODY = `ctx.progress('ran'); if (params.isBad) for (;;); return say('quick');`;
const WARM = 200;
const BATCH = 20;
const BAD = 7;

export const hazard: Hazard = {
  title: 'is quick for a long time and then loops in one of many calls that run together',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY), limits: { cpuMs: 60 } });
    for (let count = 0; count < WARM; count += BATCH)
      await Promise.all(Array.from({ length: BATCH }, () => stage.call()));
    const runs = new Map<number, number>();
    const calls = Array.from({ length: BATCH }, (_, index) =>
      stage.call({
        args: { isBad: index === BAD },
        onProgress: () => runs.set(index, (runs.get(index) ?? 0) + 1),
      }),
    );
    const results = await Promise.all(calls);
    for (const bad of results.slice(BAD, BAD + 1)) expectCode(bad, 'cpu_limit');
    const codes = results.map((result) => (result.ok ? 'ok' : result.code));
    expect(codes.slice(0, BAD).filter((code) => code !== 'ok')).toEqual([]);
    const after = codes.slice(BAD + 1);
    expect(after.filter((code) => !['ok', 'sandbox_crashed'].includes(code))).toEqual([]);
    expect([...runs.values()].filter((count) => count > 1)).toEqual([]);
  },
};
