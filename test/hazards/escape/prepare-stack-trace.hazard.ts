import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reads call sites of the sandbox through Error.prepareStackTrace',
  source: attackSource(`
    let seen = 'text';
    try { Error.prepareStackTrace = (error, sites) => { seen = 'sites'; return sites; }; } catch {}
    try { Object.defineProperty(Error, 'prepareStackTrace', { get: () => () => { seen = 'sites'; } }); } catch {}
    const stack = new Error('x').stack;
    Error.captureStackTrace(params);
    void params.stack;
    return say(typeof stack === 'string' ? seen : typeof stack);`),
  expect: { text: 'text' },
};
