/**
 * Takes back one registration. Idempotent, and removes only the entry it was made for: if the
 * name has been taken by another registration since, nothing happens.
 */
export interface Disposer extends Disposable {
  (): void;
}
