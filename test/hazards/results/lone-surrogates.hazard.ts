import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with halves of characters',
  source: attackSource(
    String.raw`return { ...say('\ud800 \udc00 \udfff\ud800'), structured: { '\ud800': '\udc00' } };`,
  ),
  expect: { text: String.raw`\u{d800} \u{dc00} \u{dfff}\u{d800}` },
};
