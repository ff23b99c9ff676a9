import type { AskNow, GuestEntries, GuestEntryName } from '../wire/guest-entries.ts';
import type { GuestBoot } from '../wire/isolate-spec.ts';

/** What became of one synchronous entry into a guest. The runner saw it; the guest did not say it. */
export type Entry =
  | { readonly kind: 'returned'; readonly text: string }
  /** Its time was up and it was stopped in the middle; its state is worth nothing any more. */
  | { readonly kind: 'overtime' }
  | { readonly kind: 'memory' }
  /** An error came out; from the prelude none does, so it is an unhandled rejection. */
  | { readonly kind: 'threw'; readonly text: string };

export interface EntryTime {
  readonly timeoutMs: number;
  /** Others would pay if it could only be stopped together with its process. */
  readonly mustStop: boolean;
}

/** An engine that holds one guest: load, deliver, kill. */
export interface GuestEngine {
  /** Starts the prelude: after it and before `evaluate` the guest holds no code of the extension. */
  start(parts: GuestLoadParts): void;
  /** What is wrong with a configuration, as the text of the entry; empty if nothing is. */
  checkConfig(schemaJson: string, parts: GuestLoadParts): Entry;
  /** Evaluates the module. Throws `GuestSourceError` for bad source. */
  evaluate(parts: GuestLoadParts): Entry;
  /** Whether the module is done, with all that it awaits at its top. */
  isEvaluated(): boolean;
  /** Runs the registration of the evaluated module. */
  register(timeoutMs: number): Entry;
  /** Makes the realm in which arguments are checked; false if there is one already or cannot be one. */
  openCleanRealm(): boolean;
  /** Enters the guest once, for at most its time; microtasks run inside it. */
  enter<Name extends GuestEntryName>(
    name: Name,
    args: Parameters<GuestEntries[Name]>,
    time: EntryTime,
  ): Entry;
  heapBytes(): number;
  kill(): void;
}

export interface GuestLoadParts {
  /** Memory for the prelude; see `ENTRY_MARKS`. */
  readonly marks: SharedArrayBuffer;
  /** Memory for the prelude; see `wire/kept-answers`. */
  readonly answers: SharedArrayBuffer;
  /** See `AskNow`. */
  readonly askNow: AskNow;
  readonly boot: GuestBoot;
  readonly source: string;
  readonly fileName: string;
  readonly timeoutMs: number;
}

/** The text is not a module, or imports something. */
export class GuestSourceError extends Error {
  override readonly name = 'GuestSourceError';
}
