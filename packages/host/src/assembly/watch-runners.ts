import { type Diagnostic, ERROR_CODES } from '@mortise/contracts';
import type { HostBasics } from './host-basics.ts';
import type { MissingJail } from './missing-jail.ts';

/** Has operators see that no runner can be started, from the first that failed to the next that is ready. */
export function watchRunners(
  { events, diagnostics }: Pick<HostBasics, 'events' | 'diagnostics'>,
  jail: Pick<MissingJail, 'isMissing'>,
): void {
  let reason: string | undefined;
  events.on('sandbox', (event) => {
    if (event.type === 'runner_started') reason = undefined;
    else if (event.type === 'runner_ended' && event.cause === 'start_failed') reason = event.detail;
  });
  // For want of a jail is told as that.
  diagnostics.add(() => (reason === undefined || jail.isMissing ? [] : [unavailable(reason)]));
}

function unavailable(reason: string): Diagnostic {
  const code = 'runners_unavailable';
  const { summary, hint } = ERROR_CODES[code];
  return { code, severity: 'error', subject: 'runners', message: `${summary} ${reason}.`, hint };
}
