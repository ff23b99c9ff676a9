/** Whom a promise holds against. */
export type Adversary =
  /** Who wrote the code of an extension, before it has broken out of anything. */
  | 'extension'
  /** Whoever says what the model does: its input, the results it reads. */
  | 'model'
  /** Native code in the process of an extension: V8 is lost, and the wire is the attacker's. */
  | 'taken-over process'
  | 'mounted server'
  /** A client of the endpoint, with a token or without. */
  | 'client'
  /** Another account of the machine. */
  | 'local user'
  /** A kill, a full disk, a machine short of everything. */
  | 'accident';

/** One promise of a layer, with the tests that hold it. */
export interface Promised {
  readonly promise: string;
  readonly against: readonly [Adversary, ...Adversary[]];
  /** What it does not promise; absent if nothing is left out that one could expect. */
  readonly not?: string;
  /** Paths from the root of the repository. */
  readonly tests: readonly [string, ...string[]];
}

export interface Layer {
  readonly title: string;
  /** What it is, in a sentence or two. */
  readonly about: string;
  readonly promises: readonly [Promised, ...Promised[]];
}
