import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers from its reducer with a promise',
  source: `
    export default (api) => {
      api.registerTool({ name: 'attack', description: 'Attacks', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'kept' }] }) });
      api.registerReducer({ toolName: 'attack', reduce: async () => ({ ok: true, value: '' }) });
    };`,
  expect: { text: 'kept' },
};
