/** Where the values of secrets come from: the environment, a file, a vault. */
export interface SecretSource {
  /** Resolves with `undefined` for a name that has no value. Names are exact. */
  read(name: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * The value that this user has, and never that of another or of all; `undefined` if there is none.
   * Absent for a source that does not know users: it gives out no secret that is kept per user.
   */
  readForUser?(owner: SecretOwner, signal: AbortSignal): Promise<string | undefined>;
}

/** One secret of one user. */
export interface SecretOwner {
  readonly name: string;
  readonly userId: string;
}
