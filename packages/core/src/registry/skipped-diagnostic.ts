import { type Diagnostic, ERROR_CODES, type SkippedTool } from '@mortise/contracts';

/** What an operator is told about a registration that lost its name. */
export function skippedDiagnostic({ name, origin, code, heldBy }: SkippedTool): Diagnostic {
  const { summary, hint } = ERROR_CODES[code];
  return Object.freeze({
    code,
    severity: 'warning',
    subject: name,
    message: `${summary} It is held by ${heldBy}.`,
    hint,
    ...(origin.kind === 'extension' ? { path: `extension ${origin.id}` } : {}),
  } as const);
}
