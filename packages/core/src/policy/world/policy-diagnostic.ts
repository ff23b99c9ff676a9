import { type Diagnostic, ERROR_CODES, type ErrorCode } from '@mortise/contracts';

export interface DiagnosticParts {
  readonly subject: string;
  readonly path?: string;
  readonly layer?: string;
  readonly detail?: string;
  readonly severity?: Diagnostic['severity'];
}

/** A diagnostic with summary and hint of its code. */
export function policyDiagnostic(code: ErrorCode, parts: DiagnosticParts): Diagnostic {
  const { subject, path, layer, detail = `"${subject}".`, severity = 'warning' } = parts;
  const { summary, hint } = ERROR_CODES[code];
  return Object.freeze({
    code,
    severity,
    subject,
    message: `${summary} ${detail}`,
    hint,
    ...(path === undefined ? {} : { path }),
    ...(layer === undefined ? {} : { layer }),
  });
}
