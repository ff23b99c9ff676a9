import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode, expectText } from '../hazard-stage.ts';

const BEFORE = `
  let ran = 0;
  const count = (real) => function (...args) { ran += 1; return Reflect.apply(real, this, args); };
  for (const key of ['test', 'exec', Symbol.match, Symbol.replace]) RegExp.prototype[key] = count(RegExp.prototype[key]);
  for (const key of ['every', 'some', 'map', 'filter', Symbol.iterator]) Array.prototype[key] = count(Array.prototype[key]);
  for (const key of ['keys', 'entries', 'values']) Object[key] = count(Object[key]);
  let seen = 0;`;
const FIELDS = `
  parameters: { type: 'object', properties: { a: { type: 'string', pattern: '^x+$' } } },
  execute: () => { const text = String(ran - seen); seen = ran; return say(text); },`;

export const hazard: Hazard = {
  title: 'replaces what a check of arguments would use, to run its own code in refused calls',
  script: async (stage) => {
    await stage.loadWell({ source: toolSource(FIELDS, BEFORE) });
    await stage.call({ args: { a: 'x' } });
    expectText(await stage.call({ args: { a: 'x' } }), '0');
    for (let count = 0; count < 5; count += 1)
      expectCode(await stage.call({ args: { a: 'y' } }), 'input_invalid');
    expectText(await stage.call({ args: { a: 'xx' } }), '0');
  },
};
