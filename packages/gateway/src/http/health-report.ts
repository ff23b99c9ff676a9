import type { Diagnostic } from '@mortise/contracts';

/** How a host is, for those that only want to know whether to look closer. */
export interface HealthReport {
  /** `degraded` if anything that the configuration asks for does not work; the host answers all the same. */
  readonly status: 'ok' | 'degraded' | 'starting';
  /** Errors, which make a host degraded, and warnings, which do not. */
  readonly errors: number;
  readonly warnings: number;
}

export function reportHealth(diagnostics: readonly Diagnostic[], isReady: boolean): HealthReport {
  const count = (wanted: Diagnostic['severity']) =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  const errors = count('error');
  const status = isReady ? (errors === 0 ? 'ok' : 'degraded') : 'starting';
  return { status, errors, warnings: count('warning') };
}
