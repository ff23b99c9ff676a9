import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'loops in its reducer',
  source: `
    export default (api) => {
      api.registerTool({ name: 'attack', description: 'Attacks', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'x' }] }) });
      api.registerReducer({ toolName: 'attack', reduce() { for (;;); } });
    };`,
  expect: { code: 'cpu_limit' },
};
