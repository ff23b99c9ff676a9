import { type Diagnostic, showOnOneLine } from '@mortise/contracts';

/** Diagnostics as a person reads them: the place, the code, what is wrong, and what to do. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(formatDiagnostic).join('\n');
}

function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, path, code, message, hint } = diagnostic;
  // What was found in a configuration without lines has only its path for a place.
  const parts = file === undefined ? [path] : [file, line, column];
  const place = parts.filter((part) => part !== undefined).join(':');
  return `${showOnOneLine(place)}  ${code}  ${showOnOneLine(message)}\n    hint: ${showOnOneLine(hint)}`;
}
