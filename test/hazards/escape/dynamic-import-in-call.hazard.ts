import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'imports a built-in module while a call runs',
  source: attackSource(`
    const fs = await import('node:fs');
    return say(fs.readFileSync('/etc/passwd', 'utf8'));`),
  expect: { code: 'execution_failed' },
};
