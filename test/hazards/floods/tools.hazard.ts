import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'registers a hundred thousand tools',
  source: `export default (api) => { for (let count = 0; count < 30_000; count += 1) api.registerTool({ name: 't' + count, description: 'x'.repeat(150), parameters: { type: 'object' }, execute() {} }); };`,
  limits: { loadMs: 8_000 },
  expect: { load: 'registration_failed' },
};
