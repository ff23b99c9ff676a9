import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces JSON before it registers',
  source: toolSource(
    ``,
    `
    JSON.stringify = () => { throw new Error('no'); };
    JSON.parse = () => { throw new Error('no'); };
    delete globalThis.JSON;`,
  ),
  expect: { text: 'answered' },
};
