import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode, expectText } from '../hazard-stage.ts';

const BEFORE = `
  let ran = 0;
  for (const key of ['a', 'b', 'type', 'pattern', 'required', 'overrides', 'message', 'instancePath', '0', '1'])
    Object.defineProperty(Object.prototype, key, { configurable: true, get() { ran += 1; }, set() { ran += 1; } });
  let seen = 0;`;
const FIELDS = `
  parameters: { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] }, b: { type: 'string' } }, required: ['a'] },
  execute: () => { const text = \`\${ran - seen}\`; seen = ran; return { __proto__: null, content: [{ __proto__: null, type: 'text', text }] }; },`;

export const hazard: Hazard = {
  title: 'puts getters and setters on every object, to run its own code in refused calls',
  script: async (stage) => {
    await stage.loadWell({ source: toolSource(FIELDS, BEFORE) });
    await stage.call({ args: { a: 1 } });
    for (let count = 0; count < 5; count += 1)
      expectCode(await stage.call({ args: { b: 1 } }), 'input_invalid');
    expectText(await stage.call({ args: { a: 1 } }), '0');
  },
};
