import { type Diagnostic, ERROR_CODES, type SkippedTool } from '@mortise/contracts';
import { describeOrigin } from './admit-tools.ts';

/** What an operator is told about a registration that lost its name, or whose extension lost its id. */
export function skippedDiagnostic({ name, origin, code, heldBy }: SkippedTool): Diagnostic {
  const { hint } = ERROR_CODES[code];
  const layer = describeOrigin(origin);
  const isBlocked = code === 'extension_id_clash' && origin.kind === 'extension';
  const subject = isBlocked ? origin.id : name;
  return Object.freeze({
    code,
    severity: 'warning',
    subject,
    message: isBlocked
      ? `The extension "${subject}" is left out: its id is held by ${heldBy}.`
      : `"${subject}" of ${layer} is left out: the name is held by ${heldBy}.`,
    hint,
    layer,
    ...(origin.kind === 'extension' ? { path: layer } : {}),
  } as const);
}

/** One for each tool that lost its name, and one for each extension that lost its id. */
export function skippedDiagnostics(skipped: readonly SkippedTool[]): readonly Diagnostic[] {
  const reports = skipped.map(skippedDiagnostic);
  return [
    ...new Map(
      reports.map((each) => [`${each.code} ${each.message} ${each.layer}`, each]),
    ).values(),
  ];
}
