import type { Diagnostic } from '@mortise/contracts';

/** One thing that was looked at, and what to do about it. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'info' | 'warning' | 'error';
  readonly detail: string;
  /** The next step; absent where all is well. */
  readonly hint?: string;
  readonly code?: string;
}

/** An entry of the list of trouble as a finding, with its place. */
export function findingOf(diagnostic: Diagnostic): Finding {
  const { code, severity, subject, message, hint, file, line } = diagnostic;
  const place = file === undefined || message.includes(file) ? '' : ` (${file}:${line ?? 1})`;
  return { check: subject, status: severity, detail: `${message}${place}`, hint, code };
}
