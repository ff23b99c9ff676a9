import { CliFault } from '../output/cli-fault.ts';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A time of the past as people type it: `90s`, `15m`, `2h`, `7d`, `4w`, or a date. Wall clock in ms. */
export function readTime(text: string, now: number): number {
  const [, count = '', unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count !== '') return now - Number(count) * UNITS[unit as keyof typeof UNITS];
  const at = Date.parse(text);
  if (Number.isFinite(at)) return at;
  throw new CliFault('usage', {
    code: 'time_invalid',
    message: `"${text.slice(0, 60)}" is no time.`,
    hint: 'Write 90s, 15m, 2h, 7d, 4w, or a date such as 2026-11-17T20:00:00Z.',
  });
}
