import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'puts a number that no double can hold into its structured result',
  source: attackSource(String.raw`
    const raw = JSON.rawJSON === undefined ? 1 : JSON.rawJSON('1e1000');
    let broken = 'refused';
    try { broken = JSON.rawJSON?.('1\n') ?? 'refused'; } catch {}
    return { ...say('answered'), structured: { raw, broken } };`),
  expect: { code: 'result_invalid' },
};
