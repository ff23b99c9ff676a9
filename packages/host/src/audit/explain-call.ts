import { MortiseError } from '@mortise/contracts';
import { auditPathsOf } from './audit-paths.ts';
import type { ChainRecord } from './chain-record.ts';
import { PolicyArchive } from './policy-archive.ts';
import { type RecomputedDecision, recomputeDecision } from './recompute-decision.ts';
import { searchAudit } from './search-audit.ts';

/** What the log knows of one call, and its decision made again. */
export interface ExplainedCall extends RecomputedDecision {
  readonly record: ChainRecord;
  /** Earlier calls had the same id, which callers choose: what is meant may be one of them. */
  readonly isRepeated: boolean;
}

/** Ids of calls are the callers' own and may repeat: the last call of an id is the one that is meant. */
export async function explainCall(
  log: string,
  callId: string,
  given: { readonly args?: unknown } = {},
): Promise<ExplainedCall> {
  const { records } = await searchAudit(log, { callId, action: 'tools.execute', limit: 2 });
  const [record] = records;
  if (record === undefined)
    throw new MortiseError('audit_call_unknown', `"${callId.slice(0, 100)}".`);
  const archive = new PolicyArchive(auditPathsOf(log).policies);
  const isRepeated = records.length > 1;
  return { record, isRepeated, ...recomputeDecision(record, archive, given) };
}
