import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

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
    while (begun < 64) await new Promise((next) => setTimeout(next, 20));
    await stage.host.extensions.unload(stage.idOf('a'));
    const codes = (await Promise.all(calls)).map((result) => (result.ok ? 'ok' : result.code));
    for (const code of codes.slice(0, 64)) if (code !== 'aborted') throw new Error(code);
    for (const code of codes.slice(64)) if (!code.startsWith('aborted')) throw new Error(code);
    expectCode(await stage.call(), 'not_available');
  },
};
