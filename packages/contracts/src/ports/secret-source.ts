/** Where the values of secrets come from: the environment, a file, a vault. */
export interface SecretSource {
  /** Resolves with `undefined` for a name that has no value. Names are exact. */
  read(name: string, signal: AbortSignal): Promise<string | undefined>;
}
