import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

/** As many calls of one tool run at once; the others wait for their turn. */
const RUNNING = 48;

export const hazard: Hazard = {
  title: 'is unloaded while its calls run, and is called again',
  script: async (stage) => {
    await stage.loadWell({
      source: attackSource(`ctx.progress('in'); await new Promise(() => 0);`),
    });
    let begun = 0;
    const onProgress = () => {
      begun += 1;
    };
    const calls = Array.from({ length: 80 }, () => stage.call({ onProgress }));
    while (begun < RUNNING) await new Promise((next) => setTimeout(next, 20));
    await stage.host.extensions.unload(stage.idOf('a'));
    const codes = (await Promise.all(calls)).map((result) => (result.ok ? 'ok' : result.code));
    expect(new Set(codes.slice(0, RUNNING))).toEqual(new Set(['aborted']));
    expect(new Set(codes.slice(RUNNING))).toEqual(new Set(['extension_unavailable']));
    expectCode(await stage.call(), 'not_available');
  },
};
