import { setTimeout as pause } from 'node:timers/promises';
import type { Gateway } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import type { Terminal } from '../output/terminal.ts';

export interface ServedHost {
  readonly host: Host;
  readonly gateway: Gateway;
}

export interface LeavingTimes {
  /** Calls are still taken. */
  readonly leaveMs: number;
  /** What was taken may go on. */
  readonly drainMs: number;
}

/**
 * Ends a server after its first signal: it takes nothing new, what was taken is answered within the
 * drain time, what takes longer is stopped and told so, and then everything is closed.
 */
export async function leaveInOrder(
  { host, gateway }: ServedHost,
  { leaveMs, drainMs }: LeavingTimes,
  terminal: Terminal,
): Promise<void> {
  if (leaveMs > 0) {
    terminal.err(
      `leaving: calls are taken for ${leaveMs / 1_000} s more; a second signal ends now`,
    );
    await pause(leaveMs);
  }
  const running = host.callsRunning;
  if (running > 0) {
    const calls = running === 1 ? '1 call runs' : `${running} calls run`;
    terminal.err(`stopping: ${calls}, for ${drainMs / 1_000} s at most; a second signal ends now`);
  }
  const startedAt = performance.now();
  await gateway.drain(drainMs);
  await host.close({ drainMs: Math.max(0, drainMs - (performance.now() - startedAt)) });
}
