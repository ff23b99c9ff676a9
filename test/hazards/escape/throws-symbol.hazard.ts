import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'throws a symbol, which cannot become a text',
  source: attackSource(`throw Symbol('secret');`),
  expect: { code: 'execution_failed', message: /a symbol was thrown/ },
};
