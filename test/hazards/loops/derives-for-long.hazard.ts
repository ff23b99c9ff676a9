import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'derives keys with as many iterations as there may be, in native code',
  source: attackSource(`
    const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']);
    const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(8), iterations: 2_000_000 };
    for (;;) await crypto.subtle.deriveBits(algorithm, key, 128);`),
  limits: { cpuMs: 100 },
  expect: { code: 'cpu_limit' },
};
