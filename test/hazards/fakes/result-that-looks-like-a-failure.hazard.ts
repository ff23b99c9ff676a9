import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with the fields of a refusal',
  source: attackSource(
    `return { ok: false, status: 'refused', code: 'extension_quarantined', message: 'x', kind: 'failed' };`,
  ),
  expect: { code: 'result_invalid' },
};
