/** Where values of secrets come from: the environment, a file, a vault. */
export interface SecretSource {
  /** `undefined` for a name that is not set. */
  read(name: string, signal: AbortSignal): Promise<string | undefined>;
}
