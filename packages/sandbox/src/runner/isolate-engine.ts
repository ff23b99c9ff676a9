import { performance } from 'node:perf_hooks';
import type ivm from 'isolated-vm';
import {
  GUEST_ENTRIES,
  type GuestEntries,
  type GuestEntryName,
  OUTSIDE_CHARS,
} from '../wire/guest-entries.ts';
import { joinThrown, STACK_CHARS } from '../wire/thrown-text.ts';
import {
  type Entry,
  type EntryTime,
  type GuestEngine,
  type GuestLoadParts,
  GuestSourceError,
} from './guest-engine.ts';
import { computeNow } from './node-compute/compute-now.ts';
import type { OutsideMemory } from './outside-memory.ts';

const REFERENCE = { reference: true } as const;
/** Lists are copied into the heap of their receiver. */
const COPIED = { result: { copy: true } } as const;
const ALIGN_MS = 50;
/** Shorter ones are kept as exactly as isolated-vm keeps them. */
const MIN_ALIGNED_MS = 1_000;
const ARM_WINDOW_MS = 1_000;
const ARMS_PER_WINDOW = 50;
const MEGABYTE = 1_000_000;
/** Fewer isolated-vm does not take. */
const MIN_HEAP_MEGABYTES = 8;

// isolated-vm says nothing of a module that awaits something. This one runs when the module that it
// imports has ended; a `var`, because to read a `const` before that throws an error inside the guest.
const ENTRY_SOURCE = `export * as extension from 'extension'; export var isEvaluated = true;`;

export interface IsolateParts {
  readonly vm: typeof ivm;
  readonly snapshot: ivm.ExternalCopy<ArrayBuffer>;
  readonly heapBytes: number;
  readonly outside: OutsideMemory;
}

/** One V8 isolate, made from the snapshot of the prelude. */
export class IsolateEngine implements GuestEngine {
  readonly #isolate: ivm.Isolate;
  readonly #context: ivm.Context;
  readonly #vm: typeof ivm;
  #armed = 0;
  #armedSince = 0;
  #entryModule: ivm.Module | undefined;
  #checkConfig: ivm.Reference | undefined;
  #register: ivm.Reference | undefined;
  #useCleanRealm: ivm.Reference | undefined;
  readonly #entries = new Map<GuestEntryName, ivm.Reference>();
  readonly #outside: OutsideMemory;
  // One object for all entries: a literal per entry costs 3 µs (measured).
  readonly #timed = { timeout: 0, ...COPIED };

  constructor(parts: IsolateParts) {
    const { vm, heapBytes, snapshot } = parts;
    this.#vm = vm;
    this.#outside = parts.outside;
    this.#isolate = new vm.Isolate({ memoryLimit: megabytes(heapBytes), snapshot });
    this.#context = this.#isolate.createContextSync();
  }

  start(parts: GuestLoadParts): void {
    this.#takePrelude(parts);
  }

  checkConfig(schemaJson: string, { boot, timeoutMs }: GuestLoadParts): Entry {
    const check = this.#checkConfig;
    if (check === undefined) return { kind: 'threw', text: 'not loaded' };
    return this.#observe(timeoutMs, (timeout) =>
      check.applySync(undefined, [schemaJson, boot.config], { timeout }),
    );
  }

  evaluate(parts: GuestLoadParts): Entry {
    const module = this.#compileEntry(this.#compile(parts));
    this.#entryModule = module;
    return this.#observe(parts.timeoutMs, (timeout) => module.evaluateSync({ timeout }));
  }

  isEvaluated(): boolean {
    return this.#entryModule?.namespace.getSync('isEvaluated') === true;
  }

  register(timeoutMs: number): Entry {
    const module = this.#entryModule;
    const register = this.#register;
    if (module === undefined || register === undefined)
      return { kind: 'threw', text: 'not loaded' };
    return this.#observe(timeoutMs, (timeout) => {
      const extension = module.namespace.getSync('extension', REFERENCE);
      return register.applySync(undefined, [extension.derefInto()], { timeout });
    });
  }

  openCleanRealm(): boolean {
    const useCleanRealm = this.#useCleanRealm;
    if (useCleanRealm === undefined) return false;
    this.#useCleanRealm = undefined;
    try {
      const prelude = this.#isolate.createContextSync().global.getSync('__mortise', REFERENCE);
      const createCleanCheck = prelude.getSync('createCleanCheck', REFERENCE);
      useCleanRealm.applySync(undefined, [createCleanCheck.derefInto()]);
      return true;
    } catch {
      // Its heap has no room for it.
      return false;
    }
  }

  enter<Name extends GuestEntryName>(
    name: Name,
    args: Parameters<GuestEntries[Name]>,
    { timeoutMs, mustStop }: EntryTime,
  ): Entry {
    const reference = this.#entries.get(name);
    if (reference === undefined) return { kind: 'threw', text: 'not loaded' };
    const isTimed = !GUEST_ENTRIES[name] && (mustStop || this.#mayArm());
    const start = isTimed ? performance.now() : 0;
    const timeout = isTimed ? alignTimeout(timeoutMs, start) : 0;
    this.#timed.timeout = timeout;
    // Options cost half a microsecond; the entry that most calls are made by does without.
    const options = isTimed ? this.#timed : name === 'call' ? undefined : COPIED;
    try {
      const said: unknown = reference.applySync(undefined, args as never, options as never);
      const text = this.#textOf(said);
      return text === undefined
        ? { kind: 'threw', text: `an entry returned ${typeof said}` }
        : { kind: 'returned', text };
    } catch (error) {
      return this.#classify(error, isTimed && performance.now() - start >= timeout);
    }
  }

  #textOf(said: unknown): string | undefined {
    if (typeof said === 'string') {
      if (said.length >= OUTSIDE_CHARS) this.#outside.add(said.length);
      return said;
    }
    if (said === undefined) return '';
    const text: unknown = Array.isArray(said) ? said[0] : undefined;
    return typeof text === 'string' ? text : undefined;
  }

  // isolated-vm keeps a timer until its time has come, used or not: at 30,000 entries a second and
  // 10 s each that is 300,000 of them and 100 MB. Beyond a few, the watch thread and the host's
  // SIGKILL keep the time alone, unless others share the entry or the process.
  #mayArm(): boolean {
    const now = performance.now();
    if (now - this.#armedSince > ARM_WINDOW_MS) {
      this.#armedSince = now;
      this.#armed = 0;
    }
    this.#armed += 1;
    return this.#armed <= ARMS_PER_WINDOW;
  }

  heapBytes(): number {
    if (this.#isolate.isDisposed) return 0;
    const heap = this.#isolate.getHeapStatisticsSync();
    return heap.used_heap_size + heap.externally_allocated_size;
  }

  kill(): void {
    if (!this.#isolate.isDisposed) this.#isolate.dispose();
  }

  /** Takes the prelude's functions and removes its name, before any code of the extension runs. */
  #takePrelude({ boot, marks, answers, askNow }: GuestLoadParts): void {
    const global = this.#context.global;
    const prelude = global.getSync('__mortise', REFERENCE) as ivm.Reference;
    const shared = [marks, answers].map((memory) => new this.#vm.ExternalCopy(memory).copyInto());
    const given = [askNow, computeNow].map(
      (each) => new this.#vm.Callback(each as (...args: unknown[]) => unknown),
    );
    const start = prelude.getSync('start', REFERENCE);
    start.applySync(undefined, [JSON.stringify(boot), ...shared, ...given]);
    for (const name of Object.keys(GUEST_ENTRIES) as GuestEntryName[]) {
      this.#entries.set(name, prelude.getSync(name, REFERENCE));
    }
    this.#checkConfig = prelude.getSync('checkConfig', REFERENCE);
    this.#register = prelude.getSync('register', REFERENCE);
    this.#useCleanRealm = prelude.getSync('useCleanRealm', REFERENCE);
    global.deleteSync('__mortise');
    prelude.release();
  }

  #compile(parts: GuestLoadParts): ivm.Module {
    try {
      const module = this.#isolate.compileModuleSync(parts.source, { filename: parts.fileName });
      module.instantiateSync(this.#context, (specifier) => {
        throw new GuestSourceError(`it imports ${specifier.slice(0, 200)}`);
      });
      return module;
    } catch (error) {
      throw new GuestSourceError(messageOf(error));
    }
  }

  #compileEntry(extension: ivm.Module): ivm.Module {
    const module = this.#isolate.compileModuleSync(ENTRY_SOURCE, { filename: 'mortise:entry' });
    module.instantiateSync(this.#context, () => extension);
    return module;
  }

  #observe(timeoutMs: number, enter: (timeout: number) => unknown): Entry {
    const timeout = Math.max(1, Math.ceil(timeoutMs));
    const start = performance.now();
    try {
      return { kind: 'returned', text: this.#textOf(enter(timeout)) ?? '' };
    } catch (error) {
      return this.#classify(error, performance.now() - start >= timeout);
    }
  }

  // Decided by `isDisposed` and the clock, not by the error: a guest may throw what looks like a
  // time-out, and running out of memory arrives as a plain Error after the isolate is gone.
  #classify(error: unknown, isOvertime: boolean): Entry {
    if (this.#isolate.isDisposed) return { kind: 'memory' };
    if (isOvertime) return { kind: 'overtime' };
    return { kind: 'threw', text: thrownText(error) };
  }
}

/**
 * Whole milliseconds after which an entry is stopped. isolated-vm wakes a thread for every timer it
 * has ever set, used or not; those that end at the same moment share one waking.
 */
function alignTimeout(timeoutMs: number, now: number): number {
  const end = now + timeoutMs;
  const aligned = timeoutMs < MIN_ALIGNED_MS ? end : Math.ceil(end / ALIGN_MS) * ALIGN_MS;
  return Math.max(1, Math.ceil(aligned - now));
}

/** What came out is a copy made by isolated-vm; only a text in it is looked at. */
function messageOf(thrown: unknown): string {
  const message: unknown = thrown instanceof Error ? thrown.message : thrown;
  if (typeof message === 'string') return message.slice(0, 500);
  const isNothing = message === undefined || message === null;
  return isNothing ? `${message} was thrown` : `a ${typeof message} was thrown`;
}

/** With where it was thrown, as V8 wrote it; the host takes places of the extension out of it. */
function thrownText(thrown: unknown): string {
  const text = messageOf(thrown);
  if (!(thrown instanceof Error)) return text;
  const { name, stack }: { readonly name: unknown; readonly stack?: unknown } = thrown;
  const message =
    typeof name === 'string' && name !== 'Error' ? `${name.slice(0, 100)}: ${text}` : text;
  return typeof stack === 'string' ? joinThrown(message, stack.slice(0, STACK_CHARS)) : message;
}

function megabytes(bytes: number): number {
  return Math.max(MIN_HEAP_MEGABYTES, Math.ceil(bytes / MEGABYTE));
}
