import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { AuditSnapshot, SnapshotFile } from './audit-snapshot.ts';
import {
  AUDIT_FINDINGS,
  type AuditFinding,
  type AuditFindingCode,
  type AuditNote,
  type AuditVerdict,
} from './audit-verdict.ts';
import { BESIDE, detailOf, FileStart, RECORDED } from './chain-findings.ts';
import {
  CHAIN_START,
  type ChainLink,
  type ChainRecord,
  mayBeCut,
  readRecord,
} from './chain-record.ts';
import type { FileLine } from './file-lines.ts';
import { KnownKeys } from './known-keys.ts';
import type { SignedLink } from './signed-link.ts';
import type { VerifyOptions } from './verify-audit.ts';

/** What is kept of notes: a log may have recovered many times. */
const MOST_NOTES = 100;
const LINE_CUT = 'A kill or a full disk cut this line; the host recovered.';

/** Follows the records of a log one by one, and knows where it stands and what broke first. */
export class ChainWalk {
  readonly #snapshot: AuditSnapshot;
  readonly #options: VerifyOptions;
  readonly #keys = new KnownKeys();
  readonly #start = new FileStart();
  readonly #notes: AuditNote[] = [];
  /** Files that a record names as put aside: they were no chain. */
  readonly #unchained = new Set<string>();
  readonly #foreign: SnapshotFile[] = [];
  #expected: ChainLink;
  #file: SnapshotFile | undefined;
  #line = 0;
  /** A line that is no record: it may have been cut, which the next record would say. */
  #suspect:
    | { readonly bytes: Buffer; readonly line: number; readonly isEnded: boolean }
    | undefined;
  #broken: AuditFinding | undefined;
  #first: ChainRecord | undefined;
  #last: ChainRecord | undefined;
  #records = 0;
  #signatures = 0;
  #isHeadFound = false;
  #isKnownLinkFound = false;

  constructor(snapshot: AuditSnapshot, options: VerifyOptions) {
    this.#snapshot = snapshot;
    this.#options = options;
    const { anchor } = snapshot;
    this.#expected = typeof anchor === 'object' ? anchor : CHAIN_START;
    if (anchor === 'unreadable') this.#breakBeside('anchor_invalid');
    if (typeof anchor === 'object') {
      const message = `Records 1 to ${anchor.seq} were removed for their age or size, as a signed anchor says.`;
      this.#notes.push({ code: 'pruned', message });
    }
  }

  /** Those that hold what is left: a file that the anchor gave up may still be on its way out. */
  get files(): readonly SnapshotFile[] {
    const { files } = this.#snapshot;
    const { seq } = this.#expected;
    const starts = files.filter(({ firstSeq = 0 }) => firstSeq > 0 && firstSeq <= seq + 1);
    const from = starts.at(-1)?.firstSeq ?? 0;
    return files.filter(({ firstSeq }) => firstSeq === undefined || firstSeq >= from);
  }

  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  beginFile(file: SnapshotFile): void {
    // A line that was cut is followed by what the host says of it, in the same file.
    if (this.#suspect !== undefined) this.#break('line_changed', { line: this.#suspect.line });
    this.#file = file;
    this.#line = 0;
    this.#start.beginFile();
    if (!this.#isChain(file) && file.size > 0) this.#foreign.push(file);
  }

  take({ bytes, isEnded }: FileLine): void {
    this.#line += 1;
    // A file without any record is judged at the end, when the records that name it are known.
    if (this.#file === undefined || !this.#isChain(this.#file)) return;
    const record = readRecord(bytes);
    if (record === undefined) this.#suspectLine(bytes, isEnded);
    else if (this.#follows(record)) {
      if (!this.#start.take(record)) this.#break('file_start', { seq: record.seq });
      this.#settleSuspect(record);
      this.#count(record);
      this.#read(record);
      if (!isEnded) this.#cutAt(this.#line, record.seq);
    }
  }

  /** Compares the end of the log with what the host signed as its end. */
  end(): AuditVerdict {
    this.#endSuspect();
    this.#checkHead();
    this.#checkKeys();
    this.#checkForeign();
    const { knownLink } = this.#options;
    if (knownLink !== undefined && !this.#isKnownLinkFound) {
      this.#break('link_unknown', { seq: knownLink.seq });
    }
    return this.verdict();
  }

  verdict(): AuditVerdict {
    const { head } = this.#snapshot;
    const last = this.#last && { seq: this.#last.seq, hash: this.#last.hash, at: this.#last.at };
    const key =
      typeof head === 'object' ? { keyId: head.keyId, publicKey: head.publicKey } : undefined;
    return {
      isIntact: this.#broken === undefined,
      ...(this.#broken === undefined ? {} : { broken: this.#broken }),
      notes: this.#notes,
      files: this.#snapshot.files.length,
      records: this.#records,
      signatures: this.#signatures,
      ...(this.#first === undefined ? {} : { firstSeq: this.#first.seq }),
      ...(last === undefined ? {} : { last }),
      ...(key === undefined ? {} : { key }),
    };
  }

  /** The file that is written is one, even if none of its lines is a record, once there was a chain. */
  #isChain(file: SnapshotFile): boolean {
    const isWritten = file === this.#snapshot.files.at(-1);
    return file.firstSeq !== undefined || (isWritten && this.#hasBegun());
  }

  #hasBegun(): boolean {
    const { head, key, anchor } = this.#snapshot;
    return head !== undefined || key !== undefined || anchor !== undefined;
  }

  #suspectLine(bytes: Buffer, isEnded: boolean): void {
    if (this.#suspect === undefined) {
      this.#suspect = { bytes: Buffer.from(bytes), line: this.#line, isEnded };
    } else this.#break('line_changed', { line: this.#suspect.line });
  }

  #follows(record: ChainRecord): boolean {
    const { seq, hash: prev } = this.#expected;
    if (record.seq === seq + 1 && record.prev === prev) return true;
    if (this.#suspect !== undefined) this.#break('line_changed', { line: this.#suspect.line });
    const isStart = this.#first === undefined && record.seq > seq + 1 && seq === 0;
    this.#break(isStart ? 'start_missing' : 'link_broken', { seq: record.seq });
    return false;
  }

  /** A line that was cut is followed by a record that says what it had. */
  #settleSuspect(record: ChainRecord): void {
    const suspect = this.#suspect;
    this.#suspect = undefined;
    const isTold = record.kind === 'chain' && record.action === 'audit.recovered';
    if (suspect === undefined) {
      // What it tells of was taken away.
      if (isTold) this.#break('link_broken', { seq: record.seq });
      return;
    }
    const isNamed =
      isTold &&
      mayBeCut(suspect.bytes, this.#expected) &&
      detailOf(record)['sha256'] === hash('sha256', suspect.bytes);
    if (!isNamed) this.#break('line_changed', { line: suspect.line });
    else this.#note('line_cut', LINE_CUT, suspect.line);
  }

  #count(record: ChainRecord): void {
    this.#first ??= record;
    this.#last = record;
    this.#expected = { seq: record.seq, hash: record.hash };
    this.#records += 1;
    const { head } = this.#snapshot;
    if (typeof head === 'object' && head.seq === record.seq) {
      this.#isHeadFound = true;
      if (head.hash !== record.hash) this.#break('head_differs', { seq: record.seq });
    }
    const { knownLink } = this.#options;
    if (knownLink?.seq === record.seq) {
      this.#isKnownLinkFound = knownLink.hash === record.hash;
      if (!this.#isKnownLinkFound) this.#break('link_unknown', { seq: record.seq });
    }
  }

  /** What the log says of itself. */
  #read(record: ChainRecord): void {
    if (record.kind !== 'chain') return;
    const detail = detailOf(record);
    if (record.action === 'audit.sign') this.#signatures += 1;
    const fault = this.#keys.take(record, detail);
    if (fault !== undefined) this.#break(fault, { seq: record.seq });
    if (record.action === 'audit.file' && detail['putAside'] !== undefined) {
      this.#unchained.add(String(detail['putAside']));
    }
    if (record.action === 'audit.dropped') {
      const message = `${String(detail['count'])} entries could not be written and were given up.`;
      this.#note('records_dropped', message, this.#line);
    }
    if (record.action === 'audit.adopted') {
      const message = `Records ${String(detail['from'])} to ${String(detail['to'])} were behind the signed head when the host went on: written right before a kill, or by another hand.`;
      this.#note('adopted', message, this.#line);
    }
    const lost = RECORDED[record.action];
    if (lost !== undefined) this.#break(lost, { seq: record.seq });
  }

  #endSuspect(): void {
    if (this.#suspect === undefined) return;
    const { line, isEnded, bytes } = this.#suspect;
    if (isEnded || !mayBeCut(bytes, this.#expected)) this.#break('line_changed', { line });
    else this.#cutAt(line, this.#expected.seq + 1);
  }

  /** The last line is cut: by a kill, unless the host had signed it, or has written on elsewhere. */
  #cutAt(line: number, seq: number): void {
    const { head, files } = this.#snapshot;
    const isSigned = typeof head === 'object' && head.seq >= seq;
    if (isSigned || this.#file !== files.at(-1)) this.#break('tail_torn', { line });
    else this.#note('tail_cut', 'The last line was cut while it was written.', line);
  }

  #checkHead(): void {
    const { head } = this.#snapshot;
    const hasLog = this.#records > 0 || this.#hasBegun();
    if (head === 'unreadable') this.#breakBeside('head_invalid');
    else if (head !== undefined) this.#compareHead(head);
    else if (hasLog) this.#breakBeside('head_missing');
  }

  #compareHead(head: SignedLink): void {
    const { seq } = this.#expected;
    const isBefore = head.seq === 0 || head.seq < (this.#first?.seq ?? 0);
    if (head.seq > seq) this.#break('tail_missing', { line: this.#line + 1, seq: seq + 1 });
    else if (!this.#isHeadFound && !isBefore) this.#break('head_differs', { seq: head.seq });
    else if (head.seq < seq) {
      const message = `The last ${seq - head.seq} records are behind the signed head: they were written a moment ago, or right before a kill.`;
      this.#notes.push({ code: 'unsigned', message });
    }
  }

  #checkKeys(): void {
    const { head, key, anchor } = this.#snapshot;
    const { publicKey } = this.#options;
    if (typeof head !== 'object') return;
    if (this.#records > 0 && !this.#keys.has(head.keyId)) this.#breakBeside('head_invalid');
    if (
      typeof anchor === 'object' &&
      !this.#keys.has(anchor.keyId) &&
      anchor.keyId !== head.keyId
    ) {
      this.#breakBeside('anchor_invalid');
    }
    const given = publicKey ?? key?.publicKey;
    if (given !== undefined && given !== head.publicKey) this.#breakBeside('key_differs');
  }

  #checkForeign(): void {
    for (const { name } of this.#foreign) {
      if (this.#hasBegun() && !this.#unchained.has(name)) {
        this.#broken ??= { code: 'file_foreign', message: AUDIT_FINDINGS.file_foreign, file: name };
        return;
      }
      const message = 'This file is from before the chain: nothing says whether it was changed.';
      this.#notes.push({ code: 'unchained_file', message, file: name });
    }
  }

  #note(code: AuditNote['code'], message: string, line: number): void {
    if (this.#notes.length >= MOST_NOTES) return;
    this.#notes.push({ code, message, file: this.#file?.name ?? '', line });
  }

  /** What is wrong lies beside the files of the log. */
  #breakBeside(code: keyof typeof BESIDE): void {
    const file = basename(this.#snapshot.paths[BESIDE[code]]);
    this.#broken ??= { code, message: AUDIT_FINDINGS[code], file };
  }

  #break(code: AuditFindingCode, place: { readonly line?: number; readonly seq?: number }): void {
    const { line = this.#line, seq } = place;
    this.#broken ??= {
      ...{ code, message: AUDIT_FINDINGS[code] },
      ...(this.#file === undefined ? {} : { file: this.#file.name }),
      ...(line > 0 ? { line } : {}),
      ...(seq === undefined ? {} : { seq }),
    };
  }
}
