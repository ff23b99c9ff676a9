import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws after it has registered tools',
  source: `
    export default (api) => {
      for (const name of ['attack', 'second']) api.registerTool({ name, description: 'x', parameters: { type: 'object' }, execute() {} });
      throw new Error('half way');
    };`,
  expect: { load: 'registration_failed' },
};
