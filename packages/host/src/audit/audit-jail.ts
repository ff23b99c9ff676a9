import type { AuditSink } from '@mortise/contracts';
import type { JailStatus } from '@mortise/sandbox';
import { describeJail } from '../diagnostics/describe-jail.ts';

/** Records what holds the processes of extensions, once it is known and when it changes. */
export function auditJail(audit: AuditSink, at: number, jail: JailStatus): void {
  const isRefused = jail.tier === 'required' && jail.state === 'off';
  audit.record({
    ...{ at, kind: 'permission', decision: isRefused ? 'denied' : 'allowed' },
    ...{ action: 'sandbox.jail', target: jail.tier, reason: describeJail(jail) },
  });
}
