import { setImmediate } from 'node:timers/promises';
import type { AuditDecision, AuditKind } from '@mortise/contracts';
import { openAuditSnapshot } from './audit-snapshot.ts';
import { type ChainRecord, readRecord } from './chain-record.ts';
import { linesFromEnd } from './file-lines.ts';

/** What is looked for; what is absent matches everything. */
export interface AuditQuery {
  readonly callId?: string;
  readonly agentId?: string;
  readonly userId?: string;
  readonly principalId?: string;
  readonly toolName?: string;
  readonly extensionId?: string;
  /** Name of a capability, as `network`, or an action whole, as `network.fetch`. */
  readonly action?: string;
  readonly kind?: AuditKind;
  readonly decision?: AuditDecision;
  /** Wall clock in ms. */
  readonly since?: number;
  readonly until?: number;
  /** Only records before this number: `next` of the page before. */
  readonly before?: number;
  /** 50 if absent, at most 1,000. */
  readonly limit?: number;
}

export interface AuditPage {
  /** The newest first. */
  readonly records: readonly ChainRecord[];
  /** For `before` of the next page; absent if there is none. */
  readonly next?: number;
}

const PAGE = 50;
const MOST_PAGE = 1_000;
const TURN_LINES = 1_000;

/**
 * Reads a log from its end, a chunk in memory at a time, until a page is full. Lines that are no records are passed over;
 * so is what matches and is not wanted, which then takes no place of the page.
 */
export async function searchAudit(
  log: string,
  query: AuditQuery = {},
  isWanted: (record: ChainRecord) => boolean = () => true,
): Promise<AuditPage> {
  using snapshot = openAuditSnapshot(log);
  const limit = Math.min(Math.max(query.limit ?? PAGE, 1), MOST_PAGE);
  const records: ChainRecord[] = [];
  let lines = 0;
  for (const file of snapshot.files.toReversed()) {
    for (const { bytes } of linesFromEnd(file)) {
      lines += 1;
      if (lines % TURN_LINES === 0) await setImmediate();
      const record = readRecord(bytes);
      if (record === undefined || !matches(record, query) || !isWanted(record)) continue;
      if (records.length === limit) return { records, next: records.at(-1)?.seq ?? 0 };
      records.push(record);
    }
  }
  return { records };
}

const SAME = ['callId', 'agentId', 'userId', 'principalId', 'toolName', 'extensionId'] as const;

function matches(record: ChainRecord, query: AuditQuery): boolean {
  const { kind, decision, action, since, until, before } = query;
  return (
    SAME.every((name) => query[name] === undefined || record[name] === query[name]) &&
    (kind === undefined || record.kind === kind) &&
    (decision === undefined || record.decision === decision) &&
    (action === undefined || record.action === action || record.action.startsWith(`${action}.`)) &&
    (since === undefined || record.at >= since) &&
    (until === undefined || record.at <= until) &&
    (before === undefined || record.seq < before)
  );
}
