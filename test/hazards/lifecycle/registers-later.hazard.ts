import { expect } from 'vitest';
import type { Hazard } from '../hazard.ts';
import { expectCode, expectText } from '../hazard-stage.ts';

const SOURCE = `export default (api) => {
  const tool = (name) => ({ name, description: name, parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: name }] }) });
  api.registerTool(tool('attack'));
  Promise.resolve().then(() => Promise.resolve()).then(() => api.registerTool(tool('late'))).catch(() => 0);
  setTimeout(() => api.registerTool(tool('later')), 1);
};`;

export const hazard: Hazard = {
  title: 'registers tools in a promise and a timer after register has returned',
  script: async (stage) => {
    const state = await stage.load({ source: SOURCE });
    expect(state.tools).toEqual(['attack']);
    expectText(await stage.call(), 'attack');
    expectCode(await stage.call({ tool: 'late' }), 'not_available');
    expectCode(await stage.call({ tool: 'later' }), 'not_available');
  },
};
