import { KeptReference, QuietRegistry } from './kept-references.ts';

type Numbers = { [index: number]: number };
type Change = (old: number, value: number) => number;

const changing = (change: Change) => (array: Numbers, index: number, value: number) => {
  const old = array[index] ?? 0;
  array[index] = change(old, value);
  return old;
};

/** No memory of an isolate is shared, so every step is one that nothing comes between. */
const atomics = {
  load: (array: Numbers, index: number) => array[index],
  store: (array: Numbers, index: number, value: number) => {
    array[index] = value;
    return value;
  },
  add: changing((old, value) => old + value),
  sub: changing((old, value) => old - value),
  and: changing((old, value) => old & value),
  or: changing((old, value) => old | value),
  xor: changing((old, value) => old ^ value),
  exchange: changing((_old, value) => value),
  isLockFree: () => true,
};

const stoodFor = { Atomics: atomics, FinalizationRegistry: QuietRegistry, WeakRef: KeptReference };

/**
 * Puts what stands for missing globals of the language onto the global object. Code that looks all of them
 * up by their names (copies of Node's `util.inspect`) cannot load where one is missing.
 */
export function provideNamed(): void {
  for (const [name, value] of Object.entries(stoodFor)) {
    if (name in globalThis) continue;
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
