import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with an image larger than a result may be',
  source: attackSource(
    `return { content: [{ type: 'image', data: 'A'.repeat(3_000_000), mimeType: 'image/png' }] };`,
  ),
  expect: { code: 'result_too_large' },
};
