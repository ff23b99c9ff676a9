import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with lists whose length is no length',
  source: attackSource(
    `return { content: new Proxy([], { get: (target, key) => (key === 'length' ? NaN : undefined) }) };`,
  ),
  expect: { text: '' },
};
