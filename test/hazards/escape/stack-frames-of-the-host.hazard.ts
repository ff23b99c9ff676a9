import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reads paths of the host out of stack traces',
  source: attackSource(String.raw`
    Error.stackTraceLimit = 1000;
    let stacks = new Error('x').stack;
    try { await ctx.fs.read('/etc/passwd'); } catch (error) { stacks += error.stack; }
    try { null.x; } catch (error) { stacks += error.stack; }
    const leak = stacks.match(/node_modules|\/work|\/home|\/root|packages\/|runner-main|node:/);
    return say(leak === null ? 'nothing' : leak[0]);`),
  expect: { text: 'nothing' },
};
