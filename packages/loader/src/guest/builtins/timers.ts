import {
  setImmediate as immediatePromise,
  setTimeout as timeoutPromise,
} from './timers-promises.ts';

/** What `promisify(setTimeout)` gives, which is how old code waits. */
const PROMISE: unique symbol = Symbol.for('nodejs.util.promisify.custom');

/**
 * Timers as Node has them: what `setTimeout` gives is an object. Nothing keeps a guest alive, so that
 * `ref` and `unref` change nothing.
 */
class Timeout {
  readonly #start: () => number;
  #id: number;
  #isRef = true;

  constructor(start: () => number) {
    this.#start = start;
    this.#id = start();
  }

  ref(): this {
    this.#isRef = true;
    return this;
  }

  unref(): this {
    this.#isRef = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isRef;
  }

  refresh(): this {
    this.close();
    this.#id = this.#start();
    return this;
  }

  close(): this {
    globalThis.clearTimeout(this.#id);
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.#id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

type Callback = (...args: unknown[]) => void;

const timeout = (callback: Callback, ms?: number, ...args: unknown[]): Timeout =>
  new Timeout(() => globalThis.setTimeout(callback, ms, ...args) as unknown as number);
export const setTimeout: typeof timeout & object = Object.assign(timeout, {
  [PROMISE]: timeoutPromise,
});

export function setInterval(callback: Callback, ms?: number, ...args: unknown[]): Timeout {
  return new Timeout(() => globalThis.setInterval(callback, ms, ...args) as unknown as number);
}

export function clearTimeout(timer: unknown): void {
  if (timer instanceof Timeout) timer.close();
  else globalThis.clearTimeout(timer as number);
}
export const clearInterval = clearTimeout;

const immediate = (callback: Callback, ...args: unknown[]): Timeout =>
  timeout(callback, 0, ...args);
export const setImmediate: typeof immediate & object = Object.assign(immediate, {
  [PROMISE]: immediatePromise,
});
export const clearImmediate = clearTimeout;

export * as promises from './timers-promises.ts';
