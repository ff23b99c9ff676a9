/** A text of so many characters isolated-vm hands over outside of V8's heap; a shorter one becomes an ordinary one. */
export const OUTSIDE_CHARS = 1_024;

/** Frames of a guest. In a list, which is copied, if there are `OUTSIDE_CHARS` or more and nothing may be kept. */
export type GuestWords = string | readonly string[];

/** The functions of the prelude that a runner enters a guest by, for as long as it lives. */
export interface GuestEntries {
  /** One call: its line, and the long texts of its arguments. */
  call(...pieces: string[]): string;
  /** Several calls, one after the other. */
  calls(...pieces: string[]): GuestWords;
  cancel(seq: number): GuestWords;
  answer(seq: number, id: number, isOk: boolean, json: string): GuestWords;
  /** What came of a `compute`: its value or a `ComputationFault`. */
  computed(id: number, isOk: boolean, json: string): GuestWords;
  timer(id: number): GuestWords;
  /** Nothing may run any more until the next call. */
  idle(): void;
  /** What was said after the last entry had returned. */
  flush(): GuestWords;
  /** The same, with what the last entry would have returned. */
  retake(): GuestWords;
}
export type GuestEntryName = keyof GuestEntries;

/** `true` for those that run no code of the extension and need no limit of time. */
export const GUEST_ENTRIES = {
  call: false,
  calls: false,
  cancel: false,
  answer: false,
  computed: false,
  timer: false,
  idle: true,
  flush: true,
  // What a guest was stopped in the middle of has left its microtasks to the next entry.
  retake: false,
} as const satisfies Record<GuestEntryName, boolean>;

/** Arguments as they stand in a call: JSON, and behind it the names of the long texts among them. */
export interface WrittenArguments {
  readonly args: string;
  readonly textCount: number;
}

/** Undefined for arguments that fit a schema. Their long texts are the pieces from `first` on. */
export type CleanCheck = (
  written: WrittenArguments,
  pieces: readonly string[],
  first: number,
) => string | undefined;

/**
 * What the runner hands to the prelude, once: asks the host for a call, and returns only when there is an
 * answer. `said` are frames of the guest that come before it. Answers `1` and the value as JSON, or `0`
 * and a `HostCallFault`, or nothing if there will be no answer.
 */
export type AskNow = (said: string, seq: number, id: number, name: string, input: string) => string;

/** The same for what the runner computes by itself: `1` and the value as JSON, or `0` and a `NodeComputationFault`. */
export type ComputeNow = (name: string, json: string) => string;

/** What the prelude hands to its runner, once, before any code of the extension runs. */
export interface Prelude extends GuestEntries {
  /** `bootJson` is a `GuestBoot`, `marks` the words of `ENTRY_MARKS`, `answers` the memory of `kept-answers`. */
  start(
    bootJson: string,
    marks: SharedArrayBuffer,
    answers: SharedArrayBuffer,
    askNow: AskNow,
    computeNow: ComputeNow,
  ): void;
  /** What is wrong with a configuration, by its schema; empty if it fits. Before any code of the extension runs. */
  checkConfig(schemaJson: string, configJson: string): string;
  /** Runs the registration of a module of an extension. */
  register(extension: { readonly default?: unknown }): string;
  /** Taken from the prelude of a second context, in which no code of the extension ever runs. */
  createCleanCheck(schemaJson: string): CleanCheck;
  /** Gives the prelude of the extension that function; only texts are handed over by it. */
  useCleanRealm(createCleanCheck: Prelude['createCleanCheck']): void;
}
