import { ambient } from '../ambient.ts';

let lastKey = 0;

/**
 * A value for the code that runs under it until its first `await`, and for callbacks that were bound
 * (`AsyncResource.bind`): an isolate tells nothing of the continuation of a promise.
 */
export class AsyncLocalStorage<Store = unknown> {
  readonly name: string;
  readonly #key: string;
  readonly #standard: Store | undefined;
  #isOn = true;

  constructor(options: { readonly defaultValue?: Store; readonly name?: string } = {}) {
    lastKey += 1;
    this.#key = `${lastKey}`;
    this.#standard = options.defaultValue;
    this.name = options.name ?? '';
  }

  static bind<Callback extends (...args: unknown[]) => unknown>(callback: Callback): Callback {
    return ambient.bind(callback);
  }

  static snapshot(): (callback: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown {
    return ambient.bind((callback: (...args: unknown[]) => unknown, ...args: unknown[]) =>
      callback(...args),
    );
  }

  getStore(): Store | undefined {
    const { values } = ambient;
    return this.#isOn && this.#key in values ? (values[this.#key] as Store) : this.#standard;
  }

  run<Answer>(store: Store, callback: (...args: unknown[]) => Answer, ...args: unknown[]): Answer {
    this.#isOn = true;
    return ambient.runWith({ ...ambient.values, [this.#key]: store }, () => callback(...args));
  }

  exit<Answer>(callback: (...args: unknown[]) => Answer, ...args: unknown[]): Answer {
    return ambient.runWith({ ...ambient.values, [this.#key]: undefined }, () => callback(...args));
  }

  enterWith(store: Store): void {
    this.#isOn = true;
    ambient.enterWith({ ...ambient.values, [this.#key]: store });
  }

  disable(): void {
    this.#isOn = false;
  }
}

export class AsyncResource {
  readonly type: string;
  readonly #values = ambient.values;

  constructor(type: string) {
    this.type = type;
  }

  static bind<Callback extends (...args: unknown[]) => unknown>(callback: Callback): Callback {
    return ambient.bind(callback);
  }

  runInAsyncScope<Answer>(
    callback: (...args: unknown[]) => Answer,
    self?: unknown,
    ...args: unknown[]
  ): Answer {
    return ambient.runWith(this.#values, () => callback.apply(self, args));
  }

  bind<Callback extends (...args: unknown[]) => unknown>(callback: Callback): Callback {
    return ((...args: unknown[]) => this.runInAsyncScope(callback, undefined, ...args)) as Callback;
  }

  emitDestroy(): this {
    return this;
  }

  asyncId(): number {
    return 1;
  }

  triggerAsyncId(): number {
    return 0;
  }
}

export function executionAsyncId(): number {
  return 1;
}

export function triggerAsyncId(): number {
  return 0;
}

export function executionAsyncResource(): object {
  return {};
}

/** Hooks into a machinery that is not there; they are taken and never called. */
export function createHook(): object {
  const hook = { enable: () => hook, disable: () => hook };
  return hook;
}

export const asyncWrapProviders = {};
