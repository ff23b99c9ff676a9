import { expect } from 'vitest';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

export const hazard: Hazard = {
  title: 'registers a name twice, in two spellings: the first one stays',
  script: async (stage) => {
    const state = await stage.load({
      source: `export default (api) => { for (const name of ['attack', 'Attack', 'ATTACK', 'attack'])
        api.registerTool({ name, description: name, parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'first' }] }) }); };`,
    });
    expect(state.tools).toEqual(['attack']);
    expect(state.diagnostics.map(({ code }) => code)).toEqual(Array(3).fill('tool_invalid'));
    expectText(await stage.call(), 'first');
  },
};
