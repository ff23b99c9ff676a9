import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'fetches without a grant',
  source: attackSource(`await fetch('http://127.0.0.1:1/');`),
  expect: { code: 'capability_denied', message: /network/ },
};
