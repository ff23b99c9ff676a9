import type { CaseResult } from './run-case.ts';

/** Of all packages that a sweep tries. */
export const LEAST_SHARE = 0.95;

export function resultRow({ name, version, hasAnswered, cause = '', ms }: CaseResult): string {
  const word = hasAnswered ? 'answered' : 'failed  ';
  return `${`${name}@${version}`.padEnd(44)} ${word} ${String(ms).padStart(6)} ms  ${cause}`.trimEnd();
}

export interface Tally {
  readonly text: string;
  readonly isEnough: boolean;
}

export function tallyOf(results: readonly CaseResult[]): Tally {
  const answered = results.filter(({ hasAnswered }) => hasAnswered);
  const clients = results.filter(({ isClient }) => isClient);
  const answeredClients = clients.filter(({ hasAnswered }) => hasAnswered);
  const share = results.length === 0 ? 0 : answered.length / results.length;
  const percent = (share * 100).toFixed(1);
  return {
    text: `${answered.length} of ${results.length} packages answered (${percent} %), ${answeredClients.length} of ${clients.length} clients with their requests`,
    isEnough: share >= LEAST_SHARE,
  };
}
