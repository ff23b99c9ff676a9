const ASSIGNMENT = /^\w+=/;
const PREFIXES = new Set(['sudo', 'time', 'env', 'command', 'nice', 'npx', 'bunx']);
const RUNNERS =
  /^(?:(?:npm|pnpm|yarn|bun) (?:exec|dlx|x)|(?:uv|poetry|pipenv|hatch) run|python[\d.]* -m)$/;

/** The words of the program that really runs, its path removed: `CI=1 npx -y a/vitest` is `vitest`. */
export function unwrapCommand(words: readonly string[]): readonly string[] {
  const inner = withoutWrapper(words);
  if (inner.length < words.length) return unwrapCommand(inner);
  const [program = '', ...rest] = words;
  return [program.slice(program.lastIndexOf('/') + 1), ...rest];
}

function withoutWrapper(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words;
  if (ASSIGNMENT.test(first)) return words.slice(1);
  if (PREFIXES.has(first)) return withoutFlags(words.slice(1));
  if (first === 'timeout') return withoutFlags(words.slice(1)).slice(1);
  return RUNNERS.test(`${first} ${second}`) ? withoutFlags(words.slice(2)) : words;
}

function withoutFlags(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !word.startsWith('-'));
  return start === -1 ? [] : words.slice(start);
}
