import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'makes its result longer in its reducer',
  source: `
    export default (api) => {
      api.registerTool({ name: 'attack', description: 'Attacks', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'short' }] }) });
      api.registerReducer({ toolName: 'attack', reduce: () => ({ ok: true, value: 'x'.repeat(10_000_000) }) });
    };`,
  expect: { text: 'short' },
};
