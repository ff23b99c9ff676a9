import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'climbs the constructors of everything it was given to find a foreign Function',
  source: attackSource(`
    const given = [ctx, ctx.signal, ctx.log, ctx.log.info, ctx.storage, ctx.storage.get, ctx.progress,
      params, id, console, console.log, setTimeout, fetch, crypto, crypto.randomUUID, URL, structuredClone,
      ctx.sleep(0), fetch('https://example.org').catch(() => 0)];
    const foreign = [];
    for (const value of given) {
      const make = value.constructor.constructor;
      const reached = make('return typeof process + typeof require + typeof module + typeof Buffer')();
      if (make !== Function || reached !== 'undefinedundefinedundefinedundefined') foreign.push(reached);
    }
    return say(foreign.length === 0 ? 'all of them are its own' : foreign.join());`),
  expect: { text: 'all of them are its own' },
};
