import { MortiseError } from '@mortise/contracts';
import { auditPathsOf } from './audit-paths.ts';
import type { ChainRecord } from './chain-record.ts';
import { PolicyArchive } from './policy-archive.ts';
import { type RecomputedDecision, recomputeDecision } from './recompute-decision.ts';
import { searchAudit } from './search-audit.ts';

/** What the log knows of one call, and its decision made again. */
export interface ExplainedCall extends RecomputedDecision {
  readonly record: ChainRecord;
  /** Other calls had the same id, which callers choose: what is meant may be one of them. */
  readonly isRepeated: boolean;
}

/** Ids of calls are the callers' own and may repeat: the last call of an id is the one that is meant. */
export async function explainCall(
  log: string,
  callId: string,
  given: { readonly args?: unknown } = {},
): Promise<ExplainedCall> {
  const { records, isShared } = await recordsOf(log, callId);
  const [record, ...earlier] = records;
  if (record === undefined)
    throw new MortiseError('audit_call_unknown', `"${callId.slice(0, 100)}".`);
  const archive = new PolicyArchive(auditPathsOf(log).policies);
  const isRepeated = isShared || earlier.length > 0;
  return { record, isRepeated, ...recomputeDecision(record, archive, given) };
}

interface FoundRecords {
  /** The newest first: of what ran, or, if nothing did, of dry runs. */
  readonly records: readonly ChainRecord[];
  /** Calls of several callers have this id. */
  readonly isShared: boolean;
}

/** More than one is repeated. */
const ENOUGH_RECORDS = 2;
/** Callers of one id that are looked for. */
const MOST_CALLERS = 20;

/** A call that runs once is known under an id of the host; the one that its client chose leads there. */
async function recordsOf(log: string, callId: string): Promise<FoundRecords> {
  const records = await endsOf(log, callId);
  if (records.length > 0) return { records, isShared: false };
  const targets = new Set<string>();
  const query = { callId, action: 'tools.once', limit: MOST_CALLERS };
  // Each caller counts once, however often one asks: it must not hide the others.
  await searchAudit(log, query, ({ target }) => {
    const isOther = !targets.has(target);
    targets.add(target);
    return isOther;
  });
  for (const target of targets) {
    const ofCaller = await endsOf(log, target);
    if (ofCaller.length > 0) return { records: ofCaller, isShared: targets.size > 1 };
  }
  return { records: [], isShared: false };
}

/** What ran stands among any number of dry runs of the same id: each time that a kept result is asked for is one. */
async function endsOf(log: string, callId: string): Promise<readonly ChainRecord[]> {
  const query = { callId, action: 'tools.execute', limit: ENOUGH_RECORDS };
  const ran = await searchAudit(log, query, (record) => !isDryRun(record));
  return ran.records.length > 0 ? ran.records : (await searchAudit(log, query)).records;
}

function isDryRun({ detail }: ChainRecord): boolean {
  return typeof detail === 'object' && detail !== null && 'dryRun' in detail;
}
