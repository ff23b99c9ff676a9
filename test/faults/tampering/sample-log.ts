import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@mortise/contracts';
import { AuditFile } from '@mortise/host';
import { pruneAudit } from '../../../packages/host/src/audit/prune-audit.ts';

/** The bytes of every file that belongs to a log, by name. */
export type LogFiles = ReadonlyMap<string, Buffer>;

const ENTRIES = 70;
const FILE_BYTES = 6_000;
const KEPT_BYTES = 30_000;
/** Files of the chain, and the two signed links beside them. */
const OWN = /^audit\.jsonl(?:\.\d{8}T\d{9}Z-[0-9a-f]{6}|\.head|\.anchor)?$/;

/** A log with several files, changed keys, a line that a kill has cut, and removed beginnings. */
export class SampleLog implements Disposable {
  readonly folder: string;
  readonly path: string;
  /** Names of the files that hold records, in the order of the chain. */
  readonly names: readonly string[];
  readonly files: LogFiles;
  #written = new Set<string>();

  static async open(): Promise<SampleLog> {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-tampering-'));
    const path = join(folder, 'audit.jsonl');
    writeEntries(path);
    const pruning = { maxAgeMs: Number.MAX_SAFE_INTEGER, maxBytes: KEPT_BYTES, dryRun: false };
    await pruneAudit(path, Date.now(), pruning);
    return new SampleLog(folder, path);
  }

  private constructor(folder: string, path: string) {
    this.folder = folder;
    this.path = path;
    const own = readdirSync(this.folder).filter((name) => OWN.test(name));
    this.files = new Map(own.map((name) => [name, readFileSync(join(this.folder, name))]));
    this.names = own.filter((name) => !/\.(?:head|anchor)$/.test(name)).sort(byStart(this.files));
  }

  /** Puts changed files in the place of those that were; `undefined` takes one away. */
  change(changed: ReadonlyMap<string, Buffer | undefined>): void {
    for (const [name, bytes] of changed) {
      const path = join(this.folder, name);
      if (bytes === undefined) rmSync(path, { force: true });
      else writeFileSync(path, bytes, { mode: 0o600 });
      this.#written.add(name);
    }
  }

  restore(): void {
    for (const name of this.#written) {
      const bytes = this.files.get(name);
      if (bytes === undefined) rmSync(join(this.folder, name), { force: true });
      else writeFileSync(join(this.folder, name), bytes, { mode: 0o600 });
    }
    this.#written.clear();
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function writeEntries(log: string): void {
  for (let from = 0; from < ENTRIES; from += 10) {
    using audit = new AuditFile(log, { maxBytes: () => FILE_BYTES });
    for (let at = from; at < from + 10; at += 1) {
      audit.record(entry(at));
      if (at % 3 === 0) audit.flush();
    }
    if (from === 30) audit.withWriter((writer) => writer.replaceKey());
    if (from !== 50) continue;
    audit.flush();
    // As a kill in the middle of a write leaves it.
    const last = JSON.parse(readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '{}');
    appendFileSync(log, `{"seq":${last.seq + 1},"prev":"${last.hash}","at":5,"ki`);
  }
}

function entry(at: number): AuditEntry {
  return {
    ...{ at, kind: at % 4 === 0 ? 'operator' : 'call', decision: 'allowed' },
    ...{ action: at % 4 === 0 ? 'token.create' : 'tools.execute', target: `tööl ${at} 工具` },
    ...{ callId: `call-${at}`, agentId: 'main', principalId: 'embedder' },
  };
}

function byStart(files: LogFiles): (one: string, other: string) => number {
  const start = (name: string) => Number(/"seq":(\d+)/.exec(String(files.get(name)))?.[1]);
  return (one, other) => start(one) - start(other);
}
