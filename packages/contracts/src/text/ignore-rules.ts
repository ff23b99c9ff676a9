import { compileName, type NameMatcher } from './match-name.ts';

interface Rule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Parts of a path from the folder of the rules on; `**` stands for any number of parts. */
  readonly parts: readonly (NameMatcher | '**')[];
}

const MOST_LINES = 2_000;
const MOST_PARTS = 64;

/** Lines of a .gitignore, read: which paths they leave out, or take back in. */
export class IgnoreRules {
  readonly #rules: readonly Rule[];

  constructor(lines: readonly string[]) {
    this.#rules = lines.slice(0, MOST_LINES).flatMap((line) => readRule(line) ?? []);
  }

  /**
   * Whether a path is left out by the last line that fits it; undefined if none does. The path is
   * relative to the folder of the rules; folders above it were asked for before.
   */
  decide(path: readonly string[], isFolder: boolean): boolean | undefined {
    const last = this.#rules.findLast(
      ({ isForFolders, parts }) => (isFolder || !isForFolders) && fitsParts(parts, path),
    );
    return last === undefined ? undefined : !last.isNegated;
  }
}

function readRule(line: string): Rule | undefined {
  const text = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#')) return undefined;
  const isNegated = text.startsWith('!');
  const pattern = isNegated ? text.slice(1) : text;
  const isForFolders = pattern.endsWith('/');
  const body = isForFolders ? pattern.slice(0, -1) : pattern;
  const names = body.replace(/^\//, '').split('/');
  if (body === '' || names.length > MOST_PARTS) return undefined;
  // Without a slash in it, or only at its end, it is meant at any depth.
  const isAnywhere = !body.includes('/');
  const parts = names.map((name) => (name === '**' ? name : compileName(name)));
  return { isNegated, isForFolders, parts: isAnywhere ? ['**', ...parts] : parts };
}

/** One row of a table at a time: which beginnings of the path the parts so far fit. */
function fitsParts(parts: Rule['parts'], path: readonly string[]): boolean {
  let reached: readonly boolean[] = [true, ...path.map(() => false)];
  for (const part of parts) {
    if (part === '**') {
      const first = reached.indexOf(true);
      reached = reached.map((_, index) => first >= 0 && index >= first);
    } else {
      reached = reached.map(
        (_, index) => index > 0 && reached[index - 1] === true && part(path[index - 1] ?? ''),
      );
    }
  }
  // `a/**` is what is in the folder, not the folder.
  return reached.at(-1) === true && !(parts.at(-1) === '**' && path.length < parts.length);
}
