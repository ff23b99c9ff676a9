import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws an uncopyable value in its reducer',
  source: `
    export default (api) => {
      api.registerTool({ name: 'attack', description: 'Attacks', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'kept' }] }) });
      api.registerReducer({ toolName: 'attack', reduce: () => { throw new Proxy({}, { get() { throw 1; } }); } });
    };`,
  expect: { text: 'kept' },
};
