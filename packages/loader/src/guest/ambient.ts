/**
 * What the prelude gives to code that has no `ctx`: the host, with the authority of the call that is
 * running, and the values that follow a call through what it waits for.
 */
export interface Ambient {
  /** Values by the key of their storage. */
  readonly values: { readonly [key: string]: unknown };
  /** For the code that runs from here on. */
  enterWith(values: { readonly [key: string]: unknown }): void;
  runWith<Answer>(values: { readonly [key: string]: unknown }, run: () => Answer): Answer;
  bind<Callback extends (...args: never[]) => unknown>(callback: Callback): Callback;
  /** False while an extension registers: then nothing can be asked of the host. */
  readonly hasCall: boolean;
  ask(operation: string, args: readonly unknown[]): Promise<unknown>;
  /** What the runner computes by itself, see `wire/node-computations` of the sandbox. */
  compute(name: string, args: object): unknown;
  askSync(operation: string, args: readonly unknown[]): unknown;
}

export const ambient = (globalThis as unknown as { readonly [key: symbol]: Ambient })[
  Symbol.for('mortise.ambient')
] as Ambient;
