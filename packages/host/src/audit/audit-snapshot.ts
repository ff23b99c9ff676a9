import { closeSync, fstatSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { oldAuditPaths } from './audit-files.ts';
import { AuditKey, type PublicAuditKey } from './audit-key.ts';
import { type AuditPaths, auditPathsOf } from './audit-paths.ts';
import { readRecord } from './chain-record.ts';
import { linesOf, type ReadFile } from './file-lines.ts';
import { readSignedLink, type SignedLink } from './signed-link.ts';
import { withAuditLock } from './with-audit-lock.ts';

/** One file of a log, open for reading as it was at one moment. */
export interface SnapshotFile extends ReadFile {
  readonly path: string;
  readonly name: string;
  /** Number of the first record in it; `undefined` if it has none. */
  readonly firstSeq: number | undefined;
}

/** All files of a log at one moment: what is written, rotated or removed later does not matter. */
export interface AuditSnapshot extends Disposable {
  readonly paths: AuditPaths;
  /** In the order of the chain; those without any record first. */
  readonly files: readonly SnapshotFile[];
  readonly head: SignedLink | 'unreadable' | undefined;
  readonly anchor: SignedLink | 'unreadable' | undefined;
  /** `undefined` if it is not there or not for this user to read. */
  readonly key: PublicAuditKey | undefined;
}

const WAIT_MS = 2_000;

/** Opens them while no process writes; where the lock cannot be had, without it. */
export function openAuditSnapshot(log: string): AuditSnapshot {
  const paths = auditPathsOf(log);
  try {
    const found = withAuditLock(paths, WAIT_MS, () => takeSnapshot(paths));
    if (found !== undefined) return found;
  } catch {
    // A folder that only others may write to can be read all the same.
  }
  return takeSnapshot(paths);
}

function takeSnapshot(paths: AuditPaths): AuditSnapshot {
  const old = oldAuditPaths(paths.log).flatMap(openFile);
  const ordered = old.sort((one, other) => (one.firstSeq ?? 0) - (other.firstSeq ?? 0));
  const files = [...ordered, ...openFile(paths.log)];
  return {
    ...{ paths, files },
    head: readSignedLink(paths.head, 'head'),
    anchor: readSignedLink(paths.anchor, 'anchor'),
    key: readKey(paths.key),
    [Symbol.dispose]: () => {
      for (const { descriptor } of files) closeSync(descriptor);
    },
  };
}

function openFile(path: string): readonly SnapshotFile[] {
  try {
    const descriptor = openSync(path, 'r');
    const { size } = fstatSync(descriptor);
    const file = { path, name: basename(path), descriptor, size };
    return [{ ...file, firstSeq: firstSeqOf(file) }];
  } catch {
    return [];
  }
}

/** Lines before it may be cut or foreign. */
function firstSeqOf(file: ReadFile): number | undefined {
  for (const { bytes } of linesOf(file)) {
    const record = readRecord(bytes);
    if (record !== undefined) return record.seq;
  }
  return undefined;
}

function readKey(path: string): PublicAuditKey | undefined {
  try {
    return AuditKey.read(path);
  } catch {
    return undefined;
  }
}
