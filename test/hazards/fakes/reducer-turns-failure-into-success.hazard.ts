import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'turns its failure into a success in its reducer',
  source: `
    export default (api) => {
      api.registerTool({ name: 'attack', description: 'Attacks', parameters: { type: 'object' }, execute: () => ({ isError: true, content: [{ type: 'text', text: 'real failure' }] }) });
      api.registerReducer({ toolName: 'attack', reduce: () => ({ ok: true, value: '' }) });
    };`,
  expect: { code: 'execution_failed', message: /real failure/ },
};
