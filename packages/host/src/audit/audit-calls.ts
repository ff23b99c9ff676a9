import type { AuditSink } from '@mortise/contracts';
import type { HostHooks } from '@mortise/core';

/** Writes every finished call into the audit log: who, what, how it ended; no arguments, no results. */
export function auditCalls(hooks: HostHooks, audit: AuditSink, now: () => number): void {
  hooks.callFinished.tap('mortise-audit', (report) => {
    const { outcome, callId, toolName, extensionId, agentId, sessionKey, userId } = report;
    audit.record({
      at: now(),
      kind: outcome.status === 'refused' ? 'permission' : 'call',
      decision: DECISIONS[outcome.status],
      action: 'tools.execute',
      target: toolName,
      callId,
      toolName,
      sessionKey,
      ...(outcome.status === 'ok' ? {} : { reason: `${outcome.code}: ${outcome.message}` }),
      ...(extensionId === undefined ? {} : { extensionId }),
      ...(agentId === undefined ? {} : { agentId }),
      ...(userId === undefined ? {} : { userId }),
    });
  });
}

const DECISIONS = { ok: 'allowed', refused: 'denied', failed: 'failed' } as const;
