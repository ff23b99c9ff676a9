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
  const records = await recordsOf(log, callId);
  const record = records.find((each) => !isDryRun(each)) ?? records[0];
  if (record === undefined)
    throw new MortiseError('audit_call_unknown', `"${callId.slice(0, 100)}".`);
  const archive = new PolicyArchive(auditPathsOf(log).policies);
  const isRepeated = records.filter((each) => isDryRun(each) === isDryRun(record)).length > 1;
  return { record, isRepeated, ...recomputeDecision(record, archive, given) };
}

/** The newest first: what ran stands among the dry runs of the same id. */
const MOST_RECORDS = 20;

/** A call that runs once is known under an id of the host; the one that its client chose leads there. */
async function recordsOf(log: string, callId: string): Promise<readonly ChainRecord[]> {
  const find = async (id: string) =>
    (await searchAudit(log, { callId: id, action: 'tools.execute', limit: MOST_RECORDS })).records;
  const records = await find(callId);
  if (records.length > 0) return records;
  const asked = await searchAudit(log, { callId, action: 'tools.once', limit: 1 });
  const [once] = asked.records;
  return once === undefined ? [] : find(once.target);
}

function isDryRun({ detail }: ChainRecord): boolean {
  return typeof detail === 'object' && detail !== null && 'dryRun' in detail;
}
