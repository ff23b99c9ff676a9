import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with __proto__ and constructor keys in its structured result',
  source: attackSource(`
    const structured = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    return { ...say('answered'), structured };`),
  expect: { text: 'answered' },
};
