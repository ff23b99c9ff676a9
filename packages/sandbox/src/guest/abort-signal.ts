import DOMException from 'core-js-pure/actual/dom-exception';
import { Event, EventTarget } from 'event-target-shim';
import { setGuestTimeout } from './timers.ts';

const MAKE = Symbol('make');

/** `AbortSignal` of the web platform, over the guest's own timers. */
export class AbortSignal extends EventTarget {
  #reason: unknown;
  #isAborted = false;
  #onabort: ((event: Event) => void) | null = null;

  constructor(key?: unknown) {
    super();
    if (key !== MAKE) throw new TypeError('Illegal constructor');
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = makeSignal();
    fire(MAKE, signal, reason);
    return signal;
  }

  static timeout(ms: number): AbortSignal {
    const signal = makeSignal();
    setGuestTimeout(
      () => fire(MAKE, signal, new DOMException('The operation timed out.', 'TimeoutError')),
      ms,
    );
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const signal = makeSignal();
    for (const source of signals) {
      if (source.aborted) {
        fire(MAKE, signal, source.reason);
        break;
      }
      source.addEventListener('abort', () => fire(MAKE, signal, source.reason), { once: true });
    }
    return signal;
  }

  /** Only the prelude has the key. */
  static fire(key: unknown, signal: AbortSignal, reason: unknown): void {
    if (key !== MAKE || signal.#isAborted) return;
    signal.#isAborted = true;
    signal.#reason =
      reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
    const event = new Event('abort');
    signal.#onabort?.(event);
    signal.dispatchEvent(event);
  }

  get onabort(): ((event: Event) => void) | null {
    return this.#onabort;
  }

  set onabort(listener: ((event: Event) => void) | null) {
    this.#onabort = typeof listener === 'function' ? listener : null;
  }

  get aborted(): boolean {
    return this.#isAborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#isAborted) throw this.#reason;
  }
}

const fire = AbortSignal.fire;
// An extension that replaced it would be handed the key.
Reflect.deleteProperty(AbortSignal, 'fire');

export class AbortController {
  readonly #signal = makeSignal();

  get signal(): AbortSignal {
    return this.#signal;
  }

  abort(reason?: unknown): void {
    fire(MAKE, this.#signal, reason);
  }
}

function makeSignal(): AbortSignal {
  return new AbortSignal(MAKE);
}
