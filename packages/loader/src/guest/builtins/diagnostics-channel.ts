type Listener = (message: unknown, name: string | symbol) => void;
type Name = string | symbol;

/** A channel of `diagnostics_channel`: what is published is told to all that subscribed, at once. */
export class Channel {
  readonly name: Name;
  readonly #listeners: Listener[] = [];

  constructor(name: Name) {
    this.name = name;
  }

  get hasSubscribers(): boolean {
    return this.#listeners.length > 0;
  }

  subscribe(listener: Listener): void {
    this.#listeners.push(listener);
  }

  unsubscribe(listener: Listener): boolean {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
    return at >= 0;
  }

  publish(message: unknown): void {
    for (const listener of [...this.#listeners]) listener(message, this.name);
  }

  bindStore(): void {}

  unbindStore(): boolean {
    return false;
  }

  runStores(
    message: unknown,
    run: (...args: unknown[]) => unknown,
    self?: unknown,
    ...args: unknown[]
  ): unknown {
    this.publish(message);
    return run.apply(self, args);
  }
}

const channels = new Map<Name, Channel>();

export function channel(name: Name): Channel {
  const known = channels.get(name) ?? new Channel(name);
  channels.set(name, known);
  return known;
}

export function hasSubscribers(name: Name): boolean {
  return channels.get(name)?.hasSubscribers === true;
}

export function subscribe(name: Name, listener: Listener): void {
  channel(name).subscribe(listener);
}

export function unsubscribe(name: Name, listener: Listener): boolean {
  return channel(name).unsubscribe(listener);
}

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
type TracedChannels = { readonly [Event in (typeof EVENTS)[number]]: Channel };
type Listeners = { readonly [Event in (typeof EVENTS)[number]]?: Listener };
type Run = (...args: unknown[]) => unknown;
type Context = { result?: unknown; error?: unknown };

/** The five channels of something that starts, ends and may fail. */
class TracingChannel {
  readonly #channels: TracedChannels;

  constructor(given: string | TracedChannels) {
    const of = (event: (typeof EVENTS)[number]): Channel =>
      typeof given === 'string' ? channel(`tracing:${given}:${event}`) : given[event];
    const pairs = EVENTS.map((event) => [event, of(event)]);
    this.#channels = Object.fromEntries(pairs) as TracedChannels;
    Object.assign(this, this.#channels);
  }

  get hasSubscribers(): boolean {
    return EVENTS.some((event) => this.#channels[event].hasSubscribers);
  }

  subscribe(listeners: Listeners): void {
    for (const event of EVENTS) {
      const listener = listeners[event];
      if (listener !== undefined) this.#channels[event].subscribe(listener);
    }
  }

  unsubscribe(listeners: Listeners): boolean {
    return EVENTS.every((event) => {
      const listener = listeners[event];
      return listener === undefined || this.#channels[event].unsubscribe(listener);
    });
  }

  traceSync(run: Run, context: Context = {}, self?: unknown, ...args: unknown[]): unknown {
    const { start, end, error } = this.#channels;
    start.publish(context);
    try {
      context.result = run.apply(self, args);
      return context.result;
    } catch (fault) {
      context.error = fault;
      error.publish(context);
      throw fault;
    } finally {
      end.publish(context);
    }
  }

  async tracePromise(run: Run, context: Context = {}, self?: unknown, ...args: unknown[]) {
    const { asyncStart, asyncEnd, error } = this.#channels;
    try {
      const result = await this.traceSync(run, context, self, ...args);
      context.result = result;
      return result;
    } catch (fault) {
      if (context.error !== fault) {
        context.error = fault;
        error.publish(context);
      }
      throw fault;
    } finally {
      asyncStart.publish(context);
      asyncEnd.publish(context);
    }
  }

  traceCallback(
    run: Run,
    position = -1,
    context: Context = {},
    self?: unknown,
    ...args: unknown[]
  ) {
    const { asyncStart, asyncEnd, error } = this.#channels;
    const callback = args.at(position) as Run;
    const traced = function (this: unknown, fault: unknown, result: unknown, ...rest: unknown[]) {
      if (fault) {
        context.error = fault;
        error.publish(context);
      } else context.result = result;
      asyncStart.publish(context);
      try {
        return callback.call(this, fault, result, ...rest);
      } finally {
        asyncEnd.publish(context);
      }
    };
    const given = args.with(position, traced);
    return this.traceSync(run, context, self, ...given);
  }
}

export function tracingChannel(given: string | TracedChannels): TracingChannel {
  return new TracingChannel(given);
}
