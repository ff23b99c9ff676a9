import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectCode, expectText } from '../hazard-stage.ts';

const NAMES = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];

export const hazard: Hazard = {
  title: 'registers tools with the names of things every object has',
  script: async (stage) => {
    const before = await stage.call({ tool: 'constructor' });
    expectCode(before, 'not_available');
    const register = `for (const name of ${JSON.stringify(NAMES)}) api.registerTool({
      name, description: name, parameters: { type: 'object' }, execute: () => say(name) });`;
    await stage.loadWell({
      source: attackSource('').replace('api.registerTool', `${register} api.registerTool`),
    });
    for (const tool of NAMES) expectText(await stage.call({ tool }), tool);
    expectCode(await stage.call({ tool: '__proto__' }), 'not_available');
  },
};
