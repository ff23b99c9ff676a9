import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'registers a schema with __proto__ as a property, a definition and a requirement',
  source: toolSource(
    `parameters: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"type":"boolean"}}}},"$defs":{"__proto__":{"polluted":true}},"required":["__proto__"]}'),`,
  ),
  args: JSON.parse('{"__proto__":{"polluted":true}}'),
  expect: { text: 'answered' },
};
