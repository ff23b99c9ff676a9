import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'has its runner compute thousands of things at once, and goes on without waiting',
  source: attackSource(`
    const asked = Array.from({ length: 2_000 }, () => crypto.subtle.digest('SHA-256', new Uint8Array(1_000)));
    const ends = await Promise.allSettled(asked);
    return say(ends.filter(({ status }) => status === 'fulfilled').length + ' were computed');`),
  expect: { text: '64 were computed' },
};
