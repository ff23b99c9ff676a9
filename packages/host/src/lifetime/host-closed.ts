import { type Diagnostic, ERROR_CODES } from '@mortise/contracts';

/** What is said of something that was asked of a closed host. */
export function hostClosed(subject: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.host_closed;
  return { code: 'host_closed', severity: 'error', subject, message: summary, hint };
}
