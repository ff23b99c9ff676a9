import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { oldAuditName } from './audit-files.ts';
import { AuditKey } from './audit-key.ts';
import { type AuditPaths, auditPathsOf } from './audit-paths.ts';
import { hasLink } from './audit-tail.ts';
import { chainEntry, keyEntry, recoveredEntry, signatureEntry } from './chain-entries.ts';
import { CHAIN_START, type ChainLink, type ChainRecord } from './chain-record.ts';
import { OpenLog } from './open-log.ts';
import { EntrySealer } from './seal-entries.ts';
import { readSignedLink, type SignedLink, writeSignedLink } from './signed-link.ts';
import { SigningInterval } from './signing-interval.ts';
import type { WaitingEntry } from './waiting-entries.ts';

export interface AuditWriterOptions {
  /** At this size the log goes on in a new file. */
  readonly maxBytes: () => number;
  /** Every write reaches the disk before it is done. */
  readonly syncs: () => boolean;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/**
 * Appends entries to the chain of a log. Only for the holder of the log's lock: before each write it looks
 * whether the file is still the one that it knows, and if not, reads where the chain has come to.
 * What a kill, a full disk, another process or another hand did to the file is written down first.
 */
export class AuditWriter implements Disposable {
  readonly #paths: AuditPaths;
  readonly #options: AuditWriterOptions;
  readonly #sealer = new EntrySealer();
  #file: OpenLog | undefined;
  #key: AuditKey | undefined;
  /** The last record that this process knows of. */
  #last: ChainLink | undefined;
  readonly #interval: SigningInterval;

  constructor(path: string, options: AuditWriterOptions) {
    this.#paths = auditPathsOf(path);
    this.#options = options;
    this.#interval = new SigningInterval(options.now());
  }

  get paths(): AuditPaths {
    return this.#paths;
  }

  /**
   * Writes all of these entries, or none of them. `onWritten` is called once they are in the file; what is thrown after that is about their way to the disk.
   */
  append(entries: Iterable<string | WaitingEntry>, onWritten?: () => void): ChainLink {
    const preface = this.#catchUp();
    const signs = this.#interval.isOver(this.#options.now());
    const all = preface.length === 0 ? entries : [...preface, ...entries];
    this.#write(all, onWritten === undefined ? { signs } : { signs, onWritten });
    if (this.#known().size > this.#options.maxBytes()) this.rotate();
    return this.#link();
  }

  /** Signs what is there and goes on in a new file. */
  rotate(): void {
    this.#write(this.#catchUp(), { signs: true });
    this.#putAside();
  }

  /** Signs what is there, if it is not signed yet. */
  seal(): void {
    const preface = this.#catchUp();
    if (preface.length > 0 || this.#interval.isOpen) this.#write(preface, { signs: true });
  }

  /** The key in force; made at first use. */
  key(): AuditKey {
    mkdirSync(dirname(this.#paths.key), { recursive: true, mode: 0o700 });
    this.#key ??= AuditKey.open(this.#paths.key);
    return this.#key;
  }

  /** Signs with a new key from now on; that it follows is signed with the one before. */
  replaceKey(): AuditKey {
    const next = AuditKey.generate();
    const preface = this.#catchUp();
    const { key, nextKey } = this.#paths;
    next.saveAs(nextKey);
    this.#write(preface, { signs: false });
    const proof = { at: this.#options.now(), last: this.#link() };
    this.#write([keyEntry(next, this.key(), proof)], { signs: false });
    renameSync(nextKey, key);
    this.#key = next;
    this.#write([], { signs: true });
    return next;
  }

  /** Signs that all up to this link was removed for its age or size. */
  giveUp(link: ChainLink, files: number): void {
    const [key, at] = [this.key(), this.#options.now()];
    const preface = this.#catchUp();
    writeSignedLink(this.#paths.anchor, 'anchor', { link, key, at });
    const detail = { through: link.seq, files };
    this.#write([...preface, chainEntry('audit.pruned', { at, detail })], { signs: true });
  }

  /** Of the file that is written, if it is open. */
  get descriptor(): number | undefined {
    return this.#file?.descriptor;
  }

  /** Makes sure that the file can be opened; writes nothing. */
  probe(): void {
    if (this.#file?.isThere() !== true) this.#open();
  }

  [Symbol.dispose](): void {
    this.#file?.[Symbol.dispose]();
    this.#file = undefined;
  }

  /** What has to be written before anything else, if the file is not as this process left it. */
  #catchUp(): readonly string[] {
    this.probe();
    const file = this.#known();
    if (file.isKnown()) return [];
    const tail = file.readTail();
    if (tail.isForeign) return this.#replaceForeign();
    // Another process may have changed it.
    this.#key = openKey(this.#paths, tail.last);
    const head = this.#readHead();
    const torn = tail.torn === undefined ? [] : [recoveredEntry(tail.torn, this.#options.now())];
    if (tail.last === undefined) return [...torn, ...this.#beginFile(head)];
    return [...torn, ...this.#goOn(tail.last, head)];
  }

  #goOn(last: ChainRecord, head: SignedLink | undefined): readonly string[] {
    const trouble = this.#compare(last, head);
    this.#last = { seq: last.seq, hash: last.hash };
    this.#interval.suspect();
    const { keyId } = this.key();
    const isKnown = head === undefined || head.keyId === keyId || last.target === keyId;
    return isKnown
      ? trouble
      : [...trouble, keyEntry(this.key(), undefined, { at: this.#options.now(), last })];
  }

  /** Whether the log still ends with, or goes on from, what was written last as far as is known. */
  #compare(last: ChainLink, head: ChainLink | undefined): readonly string[] {
    const at = this.#options.now();
    if (head === undefined) return [chainEntry('audit.unanchored', { at, detail: { ...last } })];
    const known = this.#last !== undefined && this.#last.seq > head.seq ? this.#last : head;
    const { seq, hash } = known;
    if (seq > last.seq) {
      const detail = { from: last.seq + 1, to: seq, hash };
      return [chainEntry('audit.lost', { at, detail })];
    }
    if (seq === last.seq && hash === last.hash) return [];
    if (seq === 0 || hasLink(this.#known(), known)) {
      const detail = { from: seq + 1, to: last.seq };
      return [chainEntry('audit.adopted', { at, detail })];
    }
    return [chainEntry('audit.forked', { at, detail: { seq, hash } })];
  }

  #readHead(): SignedLink | undefined {
    const head = readSignedLink(this.#paths.head, 'head');
    return head === 'unreadable' ? undefined : head;
  }

  /** An empty file goes on behind what is known of the chain, or begins it. */
  #beginFile(
    head: SignedLink | undefined,
    more: PutAside | undefined = undefined,
  ): readonly string[] {
    const [own, kept] = [this.#last ?? CHAIN_START, head ?? CHAIN_START];
    this.#last = own.seq > kept.seq ? own : { seq: kept.seq, hash: kept.hash };
    const { now } = this.#options;
    // Before the first record, so that a log without a head is one whose head was taken away.
    if (head === undefined) this.#writeHead(this.#last);
    const isOther = head !== undefined && head.keyId !== this.key().keyId;
    const next = isOther ? [keyEntry(this.key(), undefined, { at: now(), last: this.#last })] : [];
    return [...next, this.#fileEntry(more)];
  }

  #fileEntry(more: PutAside | undefined): string {
    const { keyId, publicKey } = this.key();
    const detail = { keyId, publicKey, ...more };
    const target = basename(this.#paths.log);
    return chainEntry('audit.file', { at: this.#options.now(), target, detail });
  }

  /** A file that ends in no record is kept as it is, and the chain goes on in a new one. */
  #replaceForeign(): readonly string[] {
    const path = this.#putAside();
    const sha256 = hash('sha256', readFileSync(path));
    this.#open();
    this.#known().readTail();
    this.#key = openKey(this.#paths, undefined);
    return this.#beginFile(this.#readHead(), { putAside: basename(path), sha256 });
  }

  #putAside(): string {
    const name = oldAuditName(this.#paths.log, this.#options.now());
    renameSync(this.#paths.log, name);
    this[Symbol.dispose]();
    return name;
  }

  #open(): void {
    this[Symbol.dispose]();
    this.#file = new OpenLog(this.#paths.log);
  }

  #write(entries: Iterable<string | WaitingEntry>, { signs, onWritten }: WriteOptions): void {
    const file = this.#known();
    const at = this.#options.now();
    const before = this.#link();
    let last = before;
    this.#sealer.begin(file.isTorn);
    for (const entry of entries) last = this.#sealer.add(entry, last);
    if (last === before && !signs) return;
    const added = last.seq - before.seq;
    if (signs) last = this.#sealer.add(signatureEntry(last, this.key(), at), last);
    file.append(this.#sealer.end());
    this.#last = last;
    if (signs) this.#interval.restart(at);
    else this.#interval.add(added);
    onWritten?.();
    if (this.#options.syncs()) file.sync();
    this.#writeHead(last);
  }

  #writeHead(link: ChainLink): void {
    const { now } = this.#options;
    writeSignedLink(this.#paths.head, 'head', { link, key: this.key(), at: now() });
  }

  #known(): OpenLog {
    if (this.#file === undefined) this.#open();
    if (this.#file === undefined) throw new Error('The audit log is not open.');
    return this.#file;
  }

  #link(): ChainLink {
    return this.#last ?? CHAIN_START;
  }
}

/** The key of a log. A change of keys that was cut short is ended, if the chain has it already, or undone. */
function openKey({ key, nextKey }: AuditPaths, last: ChainRecord | undefined): AuditKey {
  const next = AuditKey.read(nextKey);
  if (next === undefined) return AuditKey.open(key);
  if (last?.action === 'audit.key' && last.target === next.keyId) renameSync(nextKey, key);
  else rmSync(nextKey, { force: true });
  return AuditKey.open(key);
}

interface WriteOptions {
  readonly signs: boolean;
  readonly onWritten?: () => void;
}

/** A file that was no chain, and what it had. */
interface PutAside {
  readonly putAside: string;
  readonly sha256: string;
}
