import { closeSync, readlinkSync } from 'node:fs';
import { ATTRIBUTE_CALLS, type AttributeCall, type CallTarget } from './attribute-calls.ts';
import { cString, type Kernel } from './kernel.ts';
import type { JailPaths } from './launch-order.ts';
import { isUnder } from './open-paths.ts';
import { readChange } from './read-change.ts';
import { callNumber, type SystemCall } from './system-calls.ts';
import { AnswerError, WaitingSystemCall } from './waiting-system-call.ts';

const EPERM = 1;
const EINVAL = 22;
const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const AT_EMPTY_PATH = 0x1000;
const OPEN_PATH = 0o10000000 | 0o2000000;
const O_NOFOLLOW = { x64: 0o400000, arm64: 0o100000 } as const;
/** Ways in which C libraries and programs name a descriptor of their own by path. */
const OWN_DESCRIPTOR = /^\/(?:proc\/(?:self|thread-self)|dev)\/fd\/(\d{1,9})\0$/;

/**
 * Answers a program's calls that change modes, owners, dates and attributes of files, where nothing else
 * can tell its own folders from others. It opens the file itself, looks where that is, and changes what it
 * has open: whatever the program swaps meanwhile, that file is the one that was judged.
 */
export class AttributeSupervisor {
  readonly #kernel: Kernel;
  readonly #listener: number;
  readonly #calls: ReadonlyMap<number, AttributeCall>;
  /** As bytes: names need not be texts. */
  readonly #write: readonly string[];
  readonly #kept: readonly string[];

  constructor(kernel: Kernel, listener: number, { write, hidden, readOnly = [] }: JailPaths) {
    this.#kernel = kernel;
    this.#listener = listener;
    this.#write = write.map(asBytes);
    this.#kept = [...hidden, ...readOnly].map(asBytes);
    this.#calls = new Map(
      Object.entries(ATTRIBUTE_CALLS).flatMap(([name, call]) => {
        const number = callNumber(name as SystemCall, kernel.arch);
        return number === undefined ? [] : [[number, call] as const];
      }),
    );
  }

  /** Answers one call. */
  answer(): void {
    const asked = WaitingSystemCall.receive(this.#kernel, this.#listener);
    asked?.answer(this.#decide(asked));
  }

  #decide(asked: WaitingSystemCall): number {
    const call = this.#calls.get(asked.number);
    if (call === undefined) return -EPERM;
    let file: number | undefined;
    try {
      file = this.#open(asked, call.target);
      const change = readChange(this.#kernel, { asked, file, change: call.change });
      // The thread may have ended, and what was read by its number may be another one's.
      if (!asked.isWaiting || !this.#isOwn(file, call)) return -EPERM;
      return change();
    } catch (error) {
      return error instanceof AnswerError ? -error.errno : -EPERM;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** The file that a call is of, as an `O_PATH` descriptor of this process. */
  #open(asked: WaitingSystemCall, target: CallTarget): number {
    const { descriptor, path, flags } = target;
    const options = flags === undefined ? 0 : asked.int(flags);
    if ((options & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) !== 0) throw new AnswerError(EINVAL);
    if (path === undefined) return this.#openDescriptor(asked, asked.int(descriptor ?? 0));
    const address = asked.word(path);
    const from = descriptor === undefined ? AT_FDCWD : asked.int(descriptor);
    // `utimensat` of no path is of the descriptor.
    if (address === 0n) return this.#openDescriptor(asked, from);
    const text = asked.text(address);
    if (text.length === 1 && (options & AT_EMPTY_PATH) !== 0)
      return this.#openDescriptor(asked, from);
    const [, own] = OWN_DESCRIPTOR.exec(text.toString('latin1')) ?? [];
    const isLink = target.isLink === true || (options & AT_SYMLINK_NOFOLLOW) !== 0;
    if (own !== undefined && !isLink) return this.#openDescriptor(asked, Number(own));
    return this.#openPath(asked, { from, text, isLink });
  }

  #openPath(
    asked: WaitingSystemCall,
    { from, text, isLink }: { from: number; text: Buffer; isLink: boolean },
  ): number {
    const { arch } = this.#kernel;
    const start = this.#openDescriptor(asked, from);
    try {
      return this.#openAt(start, text, isLink ? O_NOFOLLOW[arch] : 0);
    } finally {
      closeSync(start);
    }
  }

  /** Its folder, or what it has open. */
  #openDescriptor({ thread }: WaitingSystemCall, descriptor: number): number {
    const name = descriptor === AT_FDCWD ? 'cwd' : `fd/${descriptor}`;
    return this.#openAt(AT_FDCWD, cString(`/proc/${thread}/${name}`), 0);
  }

  #openAt(start: number, path: Buffer, flags: number): number {
    const file = this.#kernel.call('openat', start, path, OPEN_PATH | flags);
    if (file < 0) throw new AnswerError(-file);
    return file;
  }

  /** By where the file is, not by what it was called. */
  #isOwn(file: number, { change }: AttributeCall): boolean {
    const place = readlinkSync(`/proc/self/fd/${file}`, 'latin1').replace(/ \(deleted\)$/, '');
    const isIn = (folders: readonly string[]) => folders.some((each) => isUnder(place, each));
    if (!isIn(this.#write) || isIn(this.#kept)) return false;
    // The host would be shut out of what it keeps in it.
    return change.kind === 'dates' || !this.#kept.some((each) => isUnder(each, place));
  }
}

function asBytes(path: string): string {
  return Buffer.from(path).toString('latin1');
}
