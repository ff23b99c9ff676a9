import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'awaits a timer at the top of its module and rejects then, its default export long there',
  source: `
    export default function (api) { api.registerTool({ name: 'attack', description: 'Attacks', execute: () => 0 }); }
    await new Promise((done) => setTimeout(done, 20));
    throw new Error('much later at the top');`,
  expect: { load: 'registration_failed' },
};
