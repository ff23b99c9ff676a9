import { setImmediate } from 'node:timers/promises';
import { openAuditSnapshot } from './audit-snapshot.ts';
import type { AuditVerdict } from './audit-verdict.ts';
import { ChainWalk } from './chain-walk.ts';
import { linesOf } from './file-lines.ts';

export interface VerifyOptions {
  /** A link that was noted elsewhere, `<seq>:<hash>`: the log must still have it. */
  readonly knownLink?: { readonly seq: number; readonly hash: string };
  /** Public key that was noted elsewhere, base64: the log must be signed with it. */
  readonly publicKey?: string;
  readonly signal?: AbortSignal;
}

/** Other work of the process gets its turn after so many lines. */
const TURN_LINES = 2_000;

/**
 * Walks the whole chain of a log, from what is left of its beginning to its signed head, and names the
 * first link that does not hold. Reads only; memory does not grow with the log.
 */
export async function verifyAudit(log: string, options: VerifyOptions = {}): Promise<AuditVerdict> {
  using snapshot = openAuditSnapshot(log);
  const walk = new ChainWalk(snapshot, options);
  let lines = 0;
  for (const file of walk.files) {
    walk.beginFile(file);
    for (const line of linesOf(file)) {
      walk.take(line);
      lines += 1;
      if (walk.isBroken) return walk.verdict();
      if (lines % TURN_LINES === 0) await setImmediate();
      options.signal?.throwIfAborted();
    }
  }
  return walk.end();
}
