import {
  type CallReport,
  ERROR_CODES,
  fail,
  refuse,
  type ToolOutcome,
  textOf,
  type Writable,
} from '@mortise/contracts';
import type { SessionResult } from './session-call.ts';

/** Assigned, not spread: on the path of every call. */
export function describeResult({
  callId,
  toolName,
  outcome,
  durationMs,
}: CallReport): SessionResult {
  const result = describeEnd(outcome, { id: callId, name: toolName, durationMs });
  if (outcome.usage !== undefined) result.usage = outcome.usage;
  if (outcome.status === 'refused') return result;
  if (outcome.structured !== undefined) result.structured = outcome.structured;
  if (outcome.costUsd !== undefined) result.costUsd = outcome.costUsd;
  return result;
}

function describeEnd(
  outcome: ToolOutcome,
  { id, name, durationMs }: Pick<SessionResult, 'id' | 'name' | 'durationMs'>,
): Writable<SessionResult> {
  if (outcome.status === 'ok') {
    const { status, content } = outcome;
    const [first] = content;
    // Most results are one text.
    const text = content.length === 1 && first?.type === 'text' ? first.text : textOf(content);
    return { ok: true, status, id, name, durationMs, text, content };
  }
  const { status, code, message } = outcome;
  const problem = { ok: false, status, id, name, durationMs, code, message } as const;
  const { hint } = ERROR_CODES[code];
  if (status === 'refused') {
    const { approvalId, retryAfterMs } = outcome;
    const held = approvalId === undefined ? {} : { approvalId };
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    return { ...problem, hint, effects: 'none', ...held, ...wait };
  }
  const { effects, content, trace } = outcome;
  return { ...problem, hint, effects, ...(content && { content }), ...(trace && { trace }) };
}

/** A call of a batch that the host ended: one that was cut off says by what. */
export function describeStopped(report: CallReport): SessionResult {
  const { outcome } = report;
  if (outcome.status === 'ok') return describeResult(report);
  if (outcome.code === 'aborted')
    return describeResult({ ...report, outcome: fail('host_stopped', '') });
  if (outcome.code === 'aborted_before_start')
    return describeResult({ ...report, outcome: refuse('host_draining', '') });
  return describeResult(report);
}
