import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'is unloaded while it is stuck in native code',
  script: async (stage) => {
    const body =
      'return say(params.isFirst ? 0 : Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1));';
    await stage.loadWell({ source: attackSource(body), limits: { cpuMs: 20_000 } });
    // Before its isolate is there a call has not begun.
    await stage.call({ args: { isFirst: true } });
    const call = stage.call();
    await new Promise((next) => setTimeout(next, 300));
    await stage.host.extensions.unload(stage.idOf('a'));
    expectCode(await call, 'aborted');
  },
};
