import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a getter that throws a proxy',
  source: attackSource(
    `return { get content() { throw new Proxy({}, { get() { throw new Error('again'); } }); } };`,
  ),
  expect: { code: 'result_invalid' },
};
