import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with NUL, escape sequences and direction marks',
  source: attackSource(String.raw`return say('\0\u001b[2J\u202e\ufeff\u0007');`),
  expect: { text: String.raw`\u{0}\u{1b}[2J\u{202e}\u{feff}\u{7}` },
};
