import type { AuditSink } from '@mortise/contracts';
import { recordOperatorAction } from '../audit/record-operator-action.ts';
import { describeTarget } from './describe-stop.ts';
import type { StopChange } from './stop-switch.ts';

/** Writes down that something was stopped or resumed, in a host or by a command without one. */
export function recordStop(
  audit: AuditSink,
  { kind, stop, by, ended }: StopChange,
  at: number,
): void {
  recordOperatorAction(audit, {
    principal: { id: by },
    action: kind === 'stopped' ? 'stop.begin' : 'stop.lift',
    target: describeTarget(stop),
    at,
    detail: { id: stop.id, ended },
    ...(stop.reason === '' ? {} : { reason: stop.reason }),
    ...(stop.scope === 'agent' ? { agentId: stop.name } : {}),
    ...(stop.scope === 'extension' ? { extensionId: stop.name } : {}),
  });
}
