/** One simple command of a shell line. */
export interface CommandSegment {
  readonly words: readonly string[];
  /** Whether it reads what the segment before it wrote. */
  readonly isPiped: boolean;
}

const LONGEST_COMMAND = 4_000;
const BLANK = /[ \t]+/y;
// Where errors go does not change what the output can contain; any other redirection does.
const STDERR = /2>(?:&1|[ \t]*\/dev\/null)(?=[\s;|&]|$)/y;
const OPERATOR = /&&|\|\||\|&|[|;\n]/y;
// Plain characters, simple variables and quoted text. Substitutions, subshells, heredocs, escapes
// and comments match nothing, which ends the attempt.
const WORD =
  /(?:[^\s'"\\`$&|;<>(){}#]|\$(?:\?|\w+|\{\w+\})|'[^']*'|"(?:[^"\\`$]|\$(?:\?|\w+|\{\w+\}))*")+/y;

/** The segments of a shell line, or `undefined` if it is more than a flat list of commands. */
export function splitCommand(command: string): readonly CommandSegment[] | undefined {
  if (command.length > LONGEST_COMMAND) return undefined;
  const segments: CommandSegment[] = [];
  let words: string[] = [];
  let isPiped = false;
  let at = 0;
  const closeSegment = (): void => {
    if (words.length > 0) segments.push({ words, isPiped });
    words = [];
  };
  while (at < command.length) {
    const token = readToken(command, at);
    if (token === undefined) return undefined;
    at += token.text.length;
    if (token.kind === 'word') words.push(token.text.replaceAll(/['"]/g, ''));
    if (token.kind === 'operator') {
      closeSegment();
      isPiped = token.text === '|' || token.text === '|&';
    }
  }
  closeSegment();
  return segments;
}

interface Token {
  readonly kind: 'blank' | 'operator' | 'word';
  readonly text: string;
}

function readToken(command: string, at: number): Token | undefined {
  const blank = matchAt(BLANK, command, at) ?? matchAt(STDERR, command, at);
  if (blank !== undefined) return { kind: 'blank', text: blank };
  const operator = matchAt(OPERATOR, command, at);
  if (operator !== undefined) return { kind: 'operator', text: operator };
  const word = matchAt(WORD, command, at);
  return word === undefined ? undefined : { kind: 'word', text: word };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
