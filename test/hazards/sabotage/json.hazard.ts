import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'replaces JSON before it answers',
  source: attackSource(`
    JSON.stringify = () => '{"content":[{"type":"text","text":"forged"}]}';
    JSON.parse = () => { throw new Error('no'); };
    globalThis.JSON = undefined;
    return say('answered');`),
  expect: { text: 'answered' },
};
