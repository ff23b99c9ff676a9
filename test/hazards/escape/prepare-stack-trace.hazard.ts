import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'takes functions of the sandbox from call sites through Error.prepareStackTrace',
  source: attackSource(`
    let seen = 'text';
    const look = (error, sites) => {
      const gives = (site) => site.getThis() !== undefined || site.getFunction() !== undefined;
      if (sites.some(gives)) seen = 'functions';
      return sites;
    };
    try { Error.prepareStackTrace = look; } catch {}
    try { Object.defineProperty(Error, 'prepareStackTrace', { get: () => look }); } catch {}
    const stack = new Error('x').stack;
    Error.captureStackTrace(params);
    void params.stack;
    return say(typeof stack === 'string' ? seen : typeof stack);`),
  expect: { text: 'text' },
};
