/** Numbers and times in the words of the page. */

const COUNT = new Intl.NumberFormat('en');

export function count(value: number): string {
  return COUNT.format(value);
}

/** "1 tool", "12 tools". */
export function countOf(value: number, word: string): string {
  return `${count(value)} ${word}${value === 1 ? '' : 's'}`;
}

export function tokens(value: number): string {
  return `~${count(value)} tok`;
}

export function bytes(value: number): string {
  if (value < 1_000) return `${value} B`;
  if (value < 1_000_000) return `${(value / 1_000).toFixed(1)} kB`;
  return `${(value / 1_000_000).toFixed(1)} MB`;
}

export function milliseconds(value: number): string {
  if (value < 10) return `${value.toFixed(1)} ms`;
  if (value < 1_000) return `${Math.round(value)} ms`;
  return `${(value / 1_000).toFixed(value < 10_000 ? 1 : 0)} s`;
}

const CLOCK = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export function clock(at: number): string {
  return CLOCK.format(at);
}

export function day(at: number): string {
  return DAY.format(at);
}

const STEPS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** How long, in its largest unit: "4 min". */
export function span(ms: number): string {
  const [size, word] = STEPS.find(([each]) => Math.abs(ms) >= each) ?? [1_000, 's'];
  return `${Math.round(ms / size)} ${word}`;
}

/** `core`, the id of an extension, or a server. */
export function originWord(origin: OriginLike): string {
  if (origin.kind === 'extension') return origin.id ?? '';
  return origin.kind === 'mcp' ? `mcp:${origin.server ?? ''}` : 'core';
}

interface OriginLike {
  readonly kind: string;
  readonly id?: string;
  readonly server?: string;
}
