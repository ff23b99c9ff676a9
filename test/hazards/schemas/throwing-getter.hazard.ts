import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has a schema whose getter throws',
  source: toolSource(
    `parameters: { get type() { throw new Proxy({}, { get() { throw 1; } }); } },`,
  ),
  expect: { skipped: 'tool_invalid' },
};
