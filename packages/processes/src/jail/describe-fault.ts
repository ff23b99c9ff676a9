import type { LaunchWord } from './launch-order.ts';
import { NoJailHere } from './no-jail-here.ts';

/** What a launcher says of something that was thrown. */
export function describeFault(error: unknown): LaunchWord {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof NoJailHere)) return { broken: reason };
  const { report } = error;
  return { fault: reason, ...(report === undefined ? {} : { report }) };
}
