import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'lets the sandbox call a sloppy getter and asks it for its caller',
  source: attackSource(`
    const read = new Function('const by = arguments.callee.caller; return by === null ? 7 : [{ type: "text", text: String(by) }]');
    return Object.defineProperty({}, 'content', { get: read });`),
  expect: { code: 'result_invalid' },
};
