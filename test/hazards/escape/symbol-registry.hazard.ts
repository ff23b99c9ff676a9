import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'looks for symbols of Node in the registry and on objects',
  source: attackSource(String.raw`
    const names = ['nodejs.util.inspect.custom', 'nodejs.util.promisify.custom', 'nodejs.rejection', 'mortise', 'ivm'];
    const holders = [ctx, ctx.signal, console, fetch, URL, globalThis, Promise, Error];
    const hits = names.filter((name) => holders.some((holder) => Symbol.for(name) in holder));
    for (const holder of holders) for (const key of Object.getOwnPropertySymbols(holder)) if (!/Symbol\(Symbol\./.test(String(key))) hits.push(String(key));
    // What stands for \`ctx\` in modules of Node: the same authority, by another name.
    return say(hits.filter((hit) => hit !== 'Symbol(mortise.ambient)').join());`),
  expect: { text: '' },
};
