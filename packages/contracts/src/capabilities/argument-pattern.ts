/**
 * Patterns for arguments of programs: a text that is meant as it stands, with at most one placeholder
 * in it, and anchored on both sides. Each is decided by looking at the argument once, so that no
 * pattern of an operator or an author takes long.
 */
const KINDS = {
  /** Digits. */
  number: (value: string) => /^\d{1,9}$/.test(value),
  /** A name or a revision: no path that leads out of the folder, and no option. */
  word: (value: string) =>
    /^[\w@{}^~:./+=,%][\w@{}^~:./+=,%-]{0,249}$/.test(value) && staysInside(value),
  /** Below the folder that the program runs in, by its text. */
  path: (value: string) => /^[^-/~:]/.test(value) && staysInside(value),
  /** Anything but an option. */
  text: (value: string) => !value.startsWith('-'),
} as const satisfies Readonly<Record<string, (value: string) => boolean>>;

type PlaceholderKind = keyof typeof KINDS;

const PLACEHOLDER = `<(?:${Object.keys(KINDS).join('|')})>`;
const PLAIN = '[^<>\\s]*';

/** One argument, or an option and, after a space, the argument that is its value. */
export const ARGUMENT_PATTERN = `^(?=.)${PLAIN}(?:${PLACEHOLDER}${PLAIN})?(?: ${PLACEHOLDER})?$`;

const PARTS = new RegExp(`^(${PLAIN})(?:(${PLACEHOLDER})(${PLAIN}))?$`);

/** Whether one argument is what a pattern (without a value after a space) says. */
export function matchesArgument(pattern: string, argument: string): boolean {
  const parts = PARTS.exec(pattern);
  if (parts === null || argument.includes('\0')) return false;
  const [, before = '', placeholder, after = ''] = parts;
  if (placeholder === undefined) return argument === before;
  const isAround =
    argument.length >= before.length + after.length &&
    argument.startsWith(before) &&
    argument.endsWith(after);
  if (!isAround) return false;
  const value = argument.slice(before.length, argument.length - after.length);
  const kind = placeholder.slice(1, -1) as PlaceholderKind;
  // After `--grep=` a text may begin with a dash: it cannot be taken for an option there.
  if (kind === 'text' && before !== '') return true;
  return KINDS[kind](value);
}

/** `-n <number>` is the option and the pattern of its value. */
export function splitOptionPattern(pattern: string): readonly [option: string, value?: string] {
  const space = pattern.indexOf(' ');
  return space < 0 ? [pattern] : [pattern.slice(0, space), pattern.slice(space + 1)];
}

function staysInside(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !path.split('/').includes('..');
}
