import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'rejects its registration with an error whose message getter loops',
  source: `export default async () => { throw { get message() { for (;;); } }; };`,
  expect: { load: 'load_timeout' },
  limits: { loadMs: 600 },
};
