import { type Diagnostic, ERROR_CODES } from '@mortise/contracts';
import type { RefusedFrame } from '../audit/audit-frame.ts';
import type { HostBasics } from './host-basics.ts';

/** How long operators see it; the audit log keeps it. */
const SHOWN_MS = 3_600_000;

/** Has operators see that a process of extensions spoke for something that is not its own. */
export function watchFrames({
  events,
  diagnostics,
  now,
}: Pick<HostBasics, 'events' | 'diagnostics' | 'now'>): void {
  let last: { readonly at: number; readonly refused: RefusedFrame } | undefined;
  let count = 0;
  events.on('sandbox', (event) => {
    if (event.type !== 'frame_refused') return;
    last = { at: now(), refused: event };
    count += 1;
  });
  diagnostics.add(() =>
    last === undefined || now() - last.at > SHOWN_MS ? [] : [describe(last.refused, count)],
  );
}

function describe({ extensions, reason }: RefusedFrame, count: number): Diagnostic {
  const code = 'frames_refused';
  const { summary, hint } = ERROR_CODES[code];
  const subject = extensions.join(', ') || 'runners';
  const times = count === 1 ? 'Once' : `${count} times`;
  const message = `${summary} ${times} so far, last: ${reason}.`;
  return { code, severity: 'error', subject, message, hint };
}
