import type { PendingCall } from '../calls/pending-call.ts';
import type { BusyFrame } from '../wire/watch-to-host.ts';

/** Whether it is this call that does not end. */
export function isBusyWith(busy: BusyFrame, pendingCall: PendingCall): boolean {
  if (!isInEntry(busy, pendingCall)) return false;
  return busy.current === 0 || busy.current === pendingCall.seq;
}

/** Whether a call certainly has not begun: what was reported is not gone beyond. */
export function isStillToBegin(busy: BusyFrame, pendingCall: PendingCall): boolean {
  if (pendingCall.seq > busy.lastBegun) return true;
  return isInEntry(busy, pendingCall) && busy.current > 0 && pendingCall.seq > busy.current;
}

function isInEntry(busy: BusyFrame, pendingCall: PendingCall): boolean {
  return (
    pendingCall.isolate?.id === busy.isolate &&
    pendingCall.seq >= busy.seq &&
    pendingCall.seq <= busy.until
  );
}
