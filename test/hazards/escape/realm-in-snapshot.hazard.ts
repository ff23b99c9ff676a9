import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'looks for parts of the sandbox in its own scope through eval and debugger',
  source: attackSource(`
    debugger;
    const seen = ['takeLines', 'lines', 'tools', 'boot'].map((name) => { try { return eval('typeof ' + name); } catch (error) { return error.name; } });
    return say(seen.join(' '));`),
  expect: { text: 'undefined undefined undefined undefined' },
};
