import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'climbs the call stack with sloppy functions',
  source: attackSource(`
const climb = new Function(\`
  const seen = [];
  try { for (let f = arguments.callee; f && seen.length < 20; f = f.caller) seen.push(f); } catch {}
  return seen;\`);
const fromCallback = await new Promise((resolve) => setTimeout(() => resolve(climb()), 1));
const found = [...climb(), ...fromCallback].filter((f) => f !== climb);
return say(found.length === 0 ? 'nothing' : found.map(String).join());`),
  expect: { text: 'nothing' },
};
