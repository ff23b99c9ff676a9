import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

/** As many of one tool run at once; the others wait and never begin. */
const PLACES = 48;

export const hazard: Hazard = {
  title: 'ignores the cancellation of sixty calls at once',
  script: async (stage) => {
    const body = `ctx.progress('begun');
      ctx.signal.onabort = () => { throw new Error('no'); };
      ctx.signal.addEventListener('abort', (event) => { event.stopImmediatePropagation(); });
      for (;;) await ctx.sleep(50).catch(() => 0);`;
    await stage.loadWell({ source: attackSource(body) });
    const abort = new AbortController();
    let begun = 0;
    const onProgress = () => {
      begun += 1;
      if (begun === PLACES) abort.abort();
    };
    const calls = Array.from({ length: 60 }, () =>
      stage.call({ signal: abort.signal, onProgress }),
    );
    for (const [index, result] of (await Promise.all(calls)).entries()) {
      expectCode(result, index < PLACES ? 'aborted' : 'aborted_before_start');
    }
  },
};
