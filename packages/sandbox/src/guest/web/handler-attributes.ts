import type { EventTarget } from './core.ts';

type Listener = (event: unknown) => unknown;

/** `onmessage` and its like: one listener each, replaced by assigning another. `onSet` hears of it. */
export function defineHandlers<Target extends EventTarget>(
  Target: { readonly prototype: Target },
  types: readonly string[],
  onSet: (target: Target) => void = () => undefined,
): void {
  for (const type of types) {
    const listeners = new WeakMap<Target, Listener>();
    Object.defineProperty(Target.prototype, `on${type}`, {
      configurable: true,
      enumerable: true,
      get(this: Target) {
        return listeners.get(this) ?? null;
      },
      set(this: Target, listener: unknown) {
        const before = listeners.get(this);
        if (before !== undefined) this.removeEventListener(type, before);
        listeners.delete(this);
        if (typeof listener === 'function') {
          listeners.set(this, listener as Listener);
          this.addEventListener(type, listener as Listener);
        }
        onSet(this);
      },
    });
  }
}
