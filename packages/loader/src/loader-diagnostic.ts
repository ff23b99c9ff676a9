import type { Diagnostic, ErrorCode } from '@mortise/contracts';
import { ERROR_CODES } from '@mortise/contracts/plain';

export interface DiagnosticParts {
  readonly message: string;
  readonly subject: string;
  /** Default `error`: what is reported as one stops the load. */
  readonly severity?: Diagnostic['severity'];
  readonly file?: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  /** Instead of the hint of the code, where a better one is known. */
  readonly hint?: string;
}

/** One finding of the loader; its hint comes from the table of codes. */
export function loaderDiagnostic(code: ErrorCode, parts: DiagnosticParts): Diagnostic {
  const { severity = 'error', hint = ERROR_CODES[code].hint, ...rest } = parts;
  return { code, severity, hint, ...rest };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((each) => each.severity === 'error');
}
