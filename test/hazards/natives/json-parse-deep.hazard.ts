import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

/** V8 of Node 24 cannot write so many levels; that of Node 26 can, and they are too long then. */
const CODES = ['result_invalid', 'result_too_large'];

export const hazard: Hazard = {
  title: 'parses JSON of a million levels and answers with it',
  script: async (stage) => {
    const deep = `JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000))`;
    const source = attackSource(`return { ...say('x'), structured: ${deep} };`);
    await stage.loadWell({ source, limits: { cpuMs: 4_000 } });
    const result = await stage.call();
    expect(CODES).toContain(result.ok ? 'ok' : result.code);
  },
};
