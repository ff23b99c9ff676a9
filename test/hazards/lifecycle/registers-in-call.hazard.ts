import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'registers a tool while a call runs',
  source: `
    export default (api) => api.registerTool({ name: 'attack', description: 'Attacks', parameters: { type: 'object' },
      execute() { api.registerTool({ name: 'late', description: 'x', parameters: { type: 'object' }, execute() {} }); } });`,
  expect: { code: 'execution_failed', message: /only while the extension loads/ },
};
