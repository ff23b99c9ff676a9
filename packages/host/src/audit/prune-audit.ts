import { rm } from 'node:fs/promises';
import { AuditFile } from './audit-file.ts';
import { type OldAuditFile, oldAuditFiles } from './audit-files.ts';
import { auditPathsOf } from './audit-paths.ts';
import { openAuditSnapshot, type SnapshotFile } from './audit-snapshot.ts';
import { type ChainLink, readRecord } from './chain-record.ts';
import { linesOf } from './file-lines.ts';
import { PolicyArchive } from './policy-archive.ts';

export interface AuditPruning {
  /** How old the last entry of a file may be, in ms. */
  readonly maxAgeMs: number;
  /** What all old files may have together. */
  readonly maxBytes: number;
  /** Counts them and removes none. */
  readonly dryRun: boolean;
}

/**
 * Takes away old files of the log from the beginning of its chain; never the one that is written. Before,
 * the host signs up to which record they went, so that `audit verify` tells this from a theft.
 * Rejects if the file that would be the first one is damaged: then nothing is removed.
 */
export async function pruneAudit(path: string, now: number, pruning: AuditPruning) {
  const old = tooOld(await oldAuditFiles(path), now, pruning);
  const first = firstPart(path, new Set(old.map((each) => each.path)));
  const gone = old.filter((each) => first.paths.has(each.path));
  if (!pruning.dryRun && gone.length > 0) {
    const { link } = first;
    if (link !== undefined) {
      using audit = new AuditFile(path, { now: () => now });
      audit.withWriter((writer) => writer.giveUp(link, gone.length));
    }
    for (const file of gone) await rm(file.path, { force: true });
  }
  // What decisions of removed records were made from goes with them.
  const archive = new PolicyArchive(auditPathsOf(path).policies);
  const policies = await archive.prune(now - pruning.maxAgeMs, pruning.dryRun);
  const bytes = gone.reduce((sum, file) => sum + file.bytes, policies.bytes);
  return { count: gone.length + policies.count, bytes };
}

function tooOld(files: readonly OldAuditFile[], now: number, pruning: AuditPruning) {
  let kept = 0;
  return files.filter(({ bytes, endedAt }) => {
    kept += bytes;
    return endedAt < now - pruning.maxAgeMs || kept > pruning.maxBytes;
  });
}

interface FirstPart {
  readonly paths: ReadonlySet<string>;
  /** Where the chain begins without them; absent if they have no part in it. */
  readonly link: ChainLink | undefined;
}

/** Of the files that may go, those before which nothing stays, and those that are no chain. */
function firstPart(log: string, candidates: ReadonlySet<string>): FirstPart {
  using snapshot = openAuditSnapshot(log);
  const paths = new Set<string>();
  for (const file of snapshot.files) {
    if (file.firstSeq !== undefined && !candidates.has(file.path)) {
      const isFirst = snapshot.files.find(({ firstSeq }) => firstSeq !== undefined) === file;
      return { paths, link: isFirst ? undefined : linkBefore(file) };
    }
    if (candidates.has(file.path)) paths.add(file.path);
  }
  return { paths, link: typeof snapshot.head === 'object' ? snapshot.head : undefined };
}

function linkBefore(file: SnapshotFile): ChainLink {
  const [line] = linesOf(file);
  const record = line && readRecord(line.bytes);
  if (record === undefined)
    throw new Error(`${file.name} is damaged: see \`mortise audit verify\`.`);
  return { seq: record.seq - 1, hash: record.prev };
}
