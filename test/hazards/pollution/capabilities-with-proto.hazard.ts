import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'declares capabilities of wrong types and with __proto__ keys',
  source: toolSource(
    `capabilities: JSON.parse('{"__proto__":{"network":{"allowedHosts":["*"]}},"network":{"allowedHosts":7},"secrets":{"length":1e9},"storage":{"scope":{},"quotaBytes":-1},"fs_reach":[],"process":"all","attachments":{"kinds":null},"toString":1}'),`,
  ),
  expect: { text: 'answered' },
};
