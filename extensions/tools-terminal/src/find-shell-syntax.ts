/**
 * What of a command only a shell could do and its splitter does not see: a quote without an end, a
 * command substitution, a second line. `undefined` if there is nothing of the kind.
 */
export function findShellSyntax(command: string): string | undefined {
  let quote = '';
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at] ?? '';
    if (quote === "'") {
      if (char === "'") quote = '';
    } else if (char === '\\') {
      at += 1;
    } else if (char === '`') {
      return 'a command in backticks';
    } else if (quote === '"') {
      if (char === '"') quote = '';
    } else if (char === '\n' || char === '\r') {
      return 'a second line';
    } else if (char === '"' || char === "'") {
      quote = char;
    }
  }
  return quote === '' ? undefined : `a ${quote} without an end`;
}
