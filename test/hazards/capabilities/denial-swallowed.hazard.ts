import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'swallows every denial and answers',
  source: attackSource(`
    const codes = [];
    for (const ask of [() => fetch('https://example.org/'), () => ctx.fs.write('/tmp/x', 'y'), () => ctx.process.run('sh'), () => ctx.secrets.get('x')]) codes.push(await ask().catch((error) => error.code));
    return say(codes.join(' '));`),
  expect: { text: 'capability_denied capability_denied capability_denied capability_denied' },
};
