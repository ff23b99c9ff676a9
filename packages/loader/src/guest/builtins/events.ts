import emitter from 'events/';

interface Listening {
  readonly signal?: AbortSignal;
}
type Emitter = InstanceType<typeof emitter>;
type Listener = (...args: unknown[]) => void;

export const errorMonitor: unique symbol = Symbol.for('events.errorMonitor');
export const captureRejectionSymbol: unique symbol = Symbol.for('nodejs.rejection');
export const captureRejections = false;
export const usingDomains = false;
export const { once, defaultMaxListeners, listenerCount } = emitter;

// The package is older than listeners that only watch for errors.
const emitPlainly = emitter.prototype.emit;
emitter.prototype.emit = function emit(this: Emitter, name: string | symbol, ...args: unknown[]) {
  if (name === 'error' && this.listenerCount(errorMonitor) > 0) {
    emitPlainly.call(this, errorMonitor, ...args);
  }
  return emitPlainly.call(this, name, ...args);
};

export function getEventListeners(target: unknown, name: string | symbol): readonly unknown[] {
  return target instanceof emitter ? target.listeners(name) : [];
}

export function getMaxListeners(target: unknown): number {
  return target instanceof emitter ? target.getMaxListeners() : defaultMaxListeners;
}

export function setMaxListeners(count = defaultMaxListeners, ...targets: unknown[]): void {
  for (const target of targets) if (target instanceof emitter) target.setMaxListeners(count);
}

export function addAbortListener(signal: AbortSignal, listener: () => void): Disposable {
  if (signal.aborted) queueMicrotask(() => listener());
  else signal.addEventListener('abort', listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', listener) };
}

/** Every event of a name, one after the other, until the signal aborts or an error comes. */
export function on(
  source: Emitter,
  name: string | symbol,
  { signal }: Listening = {},
): AsyncIterableIterator<unknown[]> {
  const events: unknown[][] = [];
  const waiting: PromiseWithResolvers<IteratorResult<unknown[]>>[] = [];
  let fault: { readonly error: unknown } | undefined;
  let isOver = false;
  const add: Listener = (...args) => {
    const first = waiting.shift();
    if (first === undefined) events.push(args);
    else first.resolve({ value: args, done: false });
  };
  const fail = (error: unknown): void => {
    const first = waiting.shift();
    if (first === undefined) fault = { error };
    else first.reject(error);
    end();
  };
  const abort = (): void => fail(signal?.reason);
  const end = (): void => {
    isOver = true;
    source.removeListener(name, add);
    source.removeListener('error', fail);
    signal?.removeEventListener('abort', abort);
    for (const each of waiting.splice(0)) each.resolve({ value: undefined, done: true });
  };
  source.on(name, add);
  if (name !== 'error') source.on('error', fail);
  if (signal?.aborted === true) abort();
  else signal?.addEventListener('abort', abort);
  return {
    next: () => {
      const value = events.shift();
      if (value !== undefined) return Promise.resolve({ value, done: false });
      if (fault !== undefined) {
        const { error } = fault;
        fault = undefined;
        return Promise.reject(error);
      }
      if (isOver) return Promise.resolve({ value: undefined, done: true });
      const asked = Promise.withResolvers<IteratorResult<unknown[]>>();
      waiting.push(asked);
      return asked.promise;
    },
    return: () => {
      end();
      return Promise.resolve({ value: undefined, done: true });
    },
    throw: (error: unknown) => {
      fail(error);
      return Promise.resolve({ value: undefined, done: true });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

export class EventEmitterAsyncResource extends emitter {
  readonly asyncId = 0;
  readonly triggerAsyncId = 0;
  emitDestroy(): void {}
}

// The module is the class itself, with all of this on it.
Object.assign(emitter, {
  ...{ errorMonitor, captureRejectionSymbol, captureRejections, usingDomains, on },
  ...{ getEventListeners, getMaxListeners, setMaxListeners, addAbortListener },
  ...{ EventEmitter: emitter, EventEmitterAsyncResource },
});

export const EventEmitter = emitter;
export default emitter;
