import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in a getter of what its reducer answers',
  source: `
    export default (api) => {
      api.registerTool({ name: 'attack', description: 'Attacks', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'x' }] }) });
      api.registerReducer({ toolName: 'attack', reduce: () => ({ ok: true, get value() { for (;;); } }) });
    };`,
  expect: { code: 'cpu_limit' },
};
