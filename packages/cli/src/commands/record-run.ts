import type { Host } from '@mortise/host';
import { osAccount } from '../settings/os-account.ts';

/** Writes down that a host begins or ends, and which account runs it. A log that cannot be written is a diagnostic. */
export function recordRun(host: Host, action: 'host.start' | 'host.stop', target: string): void {
  try {
    const principal = { id: osAccount() };
    host.audit.recordAction({ principal, action, target, detail: { pid: process.pid } });
  } catch (error) {
    host.logFor().error({ error, action }, 'An action was not written down.');
  }
}
