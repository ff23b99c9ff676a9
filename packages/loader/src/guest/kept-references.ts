/** In place of `WeakRef`, which shows when memory is collected: it keeps what it refers to. */
export class KeptReference<Target extends object> {
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  deref(): Target {
    return this.#target;
  }

  get [Symbol.toStringTag](): string {
    return 'WeakRef';
  }
}

/** In place of `FinalizationRegistry`: nothing that is registered is ever told. */
export class QuietRegistry {
  register(): void {}

  unregister(): boolean {
    return false;
  }

  get [Symbol.toStringTag](): string {
    return 'FinalizationRegistry';
  }
}

for (const [made, name] of [
  [KeptReference, 'WeakRef'],
  [QuietRegistry, 'FinalizationRegistry'],
] as const) {
  Object.defineProperty(made, 'name', { value: name });
}
