import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'reads where its module came from in import.meta',
  source: attackSource(
    `return say([JSON.stringify(Object.keys(import.meta)), import.meta.url, import.meta.dirname, typeof import.meta.resolve].join(' '));`,
  ),
  expect: { text: '[]   undefined' },
};
