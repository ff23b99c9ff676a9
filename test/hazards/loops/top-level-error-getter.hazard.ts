import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws an error at the top of its module whose getters loop while it is copied',
  source: `
    const error = new Error('x');
    for (const key of ['message', 'stack', 'name']) Object.defineProperty(error, key, { get() { for (;;); } });
    throw error;`,
  limits: { loadMs: 600 },
  expect: { load: 'load_timeout' },
};
