import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'ignores its cancellation and answers all the same',
  script: async (stage) => {
    const body = `ctx.progress('in'); await new Promise((done) => ctx.signal.addEventListener('abort', done)); return say('answered');`;
    await stage.loadWell({ source: attackSource(body) });
    const abort = new AbortController();
    const call = stage.call({ signal: abort.signal, onProgress: () => abort.abort() });
    expectCode(await call, 'aborted');
  },
};
