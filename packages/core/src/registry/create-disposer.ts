import type { Disposer } from '@mortise/contracts';

/** Makes `remove` callable once, by call or by `using`. */
export function createDisposer(remove: () => unknown): Disposer {
  let pending: (() => unknown) | undefined = remove;
  const dispose = () => {
    const run = pending;
    pending = undefined;
    run?.();
  };
  return Object.assign(dispose, { [Symbol.dispose]: dispose });
}
