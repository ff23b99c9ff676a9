/** Whole numbers below a bound, the same for the same seed. */
export type Random = (below: number) => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What matters to the readers. */
const TOKENS: readonly string[] = [
  ...[
    '\t',
    '\x1e',
    '\x1d',
    '\x1f',
    '\0',
    '\ud800',
    '\u202e',
    '"',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '\\',
  ],
  ...['0', '1', '-1', '007', '999999999999999', '9999999999999999', '1e999', '-0', 'NaN', '0x10'],
  ...['null', 'true', '{}', '[]', '""', '{"a":1}', '[[[[', ']]]]', '"type":"text"', '"content":[]'],
  ...['__proto__', 'constructor', 'toString', 'toJSON', 'length', 'then'],
  ...['returned', 'text', 'ended', 'ask', 'log', 'opened', 'busy', 'answers', 'call', 'ready'],
  ...['applied', 'failed', 'none', 'info', 'memory', 'threw', 'run', 'name', 'schema', 'image'],
];
const MOST_CHARS = 20_000;

/** A text that differs a little, or much, from one of the corpus. */
export function mutate(text: string, others: readonly string[], random: Random): string {
  let mutant = text;
  for (let times = 1 + random(4); times > 0; times -= 1) mutant = change(mutant, others, random);
  return mutant.slice(0, MOST_CHARS);
}

function change(text: string, others: readonly string[], random: Random): string {
  const at = random(text.length + 1);
  const end = Math.min(text.length, at + 1 + random(12));
  const token = TOKENS[random(TOKENS.length)] ?? '';
  switch (random(8)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(end);
    case 2:
      return text.slice(0, at) + token + text.slice(at);
    case 3:
      return text.slice(0, at) + token + text.slice(end);
    case 4:
      return text.slice(0, at) + text.slice(at, end).repeat(1 + random(60)) + text.slice(end);
    case 5:
      return text.slice(0, at) + String.fromCharCode(random(0x1_0000)) + text.slice(end);
    case 6:
      return text.slice(0, at) + (others[random(others.length)] ?? '').slice(random(20));
    default:
      return text.slice(end) + text.slice(0, at);
  }
}
