import type { Diagnostic } from '@mortise/contracts';

/** Diagnostics as a person reads them: the place, the code, what is wrong, and what to do. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(formatDiagnostic).join('\n');
}

function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, path, code, message, hint } = diagnostic;
  // What was found in a configuration without lines has only its path for a place.
  const parts = file === undefined ? [path] : [file, line, column];
  const place = parts.filter((part) => part !== undefined).join(':');
  return `${printable(place)}  ${code}  ${printable(message)}\n    hint: ${printable(hint)}`;
}

/** Names of a hostile file must not move the cursor or turn the line around. */
function printable(text: string): string {
  return text.replaceAll(
    /[\p{C}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
