import { type Diagnostic, showOnOneLine } from '@mortise/contracts';

/** So many of a kind are shown one by one; a tool of sixty must not push the others off the screen. */
const MOST_ALIKE = 3;
const MOST_SUBJECTS = 5;

/**
 * Diagnostics as a person reads them: the place, the code, what is wrong, and what to do. Those that
 * differ in nothing but their subject are folded into one.
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const alike = Map.groupBy(diagnostics, likenessOf);
  return [...alike.values()]
    .flatMap((group) =>
      group.length > MOST_ALIKE ? formatFolded(group) : group.map(formatDiagnostic),
    )
    .join('\n');
}

/** The same finding at the same place, whatever it is about. */
function likenessOf({
  code,
  severity,
  message,
  subject,
  hint,
  file,
  line,
  layer,
}: Diagnostic): string {
  const about = subject === '' ? message : message.replaceAll(subject, '');
  return JSON.stringify([code, severity, about, hint.replaceAll(subject, ''), file, line, layer]);
}

function formatFolded(group: readonly Diagnostic[]): readonly string[] {
  const [first, ...others] = group;
  if (first === undefined) return [];
  const subjects = others.slice(0, MOST_SUBJECTS).map(({ subject }) => showOnOneLine(subject));
  const more = others.length > MOST_SUBJECTS ? ', …' : '';
  return [
    `${formatDiagnostic(first)}\n    and ${others.length} more like it: ${subjects.join(', ')}${more}`,
  ];
}

function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, path, code, message, hint } = diagnostic;
  // What was found in a configuration without lines has only its path for a place.
  const parts = file === undefined ? [path] : [file, line, column];
  const place = parts.filter((part) => part !== undefined).join(':');
  return `${showOnOneLine(place)}  ${code}  ${showOnOneLine(message)}\n    hint: ${showOnOneLine(hint)}`;
}
