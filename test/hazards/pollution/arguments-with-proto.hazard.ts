import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'gets arguments whose JSON has __proto__ and constructor keys and merges them carelessly',
  source: attackSource(`
    const merge = (into, from) => { for (const key in from) if (typeof from[key] === 'object') { into[key] ??= {}; merge(into[key], from[key]); } else into[key] = from[key]; return into; };
    merge({}, params);
    return say({}.polluted);`),
  args: JSON.parse(
    '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}',
  ),
  expect: { text: 'yes' },
};
