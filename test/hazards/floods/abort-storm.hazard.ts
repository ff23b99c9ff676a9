import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'ignores the cancellation of a hundred calls that run at once',
  script: async (stage) => {
    const body = `ctx.signal.onabort = () => { throw new Error('no'); };
      ctx.signal.addEventListener('abort', (event) => { event.stopImmediatePropagation(); });
      for (;;) await ctx.sleep(50).catch(() => 0);`;
    await stage.loadWell({ source: attackSource(body) });
    const abort = new AbortController();
    const calls = Array.from({ length: 60 }, () => stage.call({ signal: abort.signal }));
    setTimeout(() => abort.abort(), 200);
    for (const result of await Promise.all(calls)) expectCode(result, 'aborted');
  },
};
