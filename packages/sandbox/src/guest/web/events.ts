import { Event, nameClasses } from './core.ts';
import { BroadcastChannel, MessageChannel, MessageEvent, MessagePort } from './message-channel.ts';
import { Performance, performance } from './performance.ts';

interface DetailInit {
  readonly detail?: unknown;
}

class CustomEvent extends Event {
  readonly #detail: unknown;

  constructor(type: string, init?: DetailInit) {
    super(type, init);
    this.#detail = init?.detail ?? null;
  }

  get detail(): unknown {
    return this.#detail;
  }
}

interface ErrorInit {
  readonly message?: unknown;
  readonly filename?: unknown;
  readonly lineno?: unknown;
  readonly colno?: unknown;
  readonly error?: unknown;
}

class ErrorEvent extends Event {
  readonly #init: ErrorInit;

  constructor(type: string, init: ErrorInit = {}) {
    super(type, init);
    this.#init = init;
  }

  get message(): string {
    return `${this.#init.message ?? ''}`;
  }

  get filename(): string {
    return `${this.#init.filename ?? ''}`;
  }

  get lineno(): number {
    return Number(this.#init.lineno ?? 0);
  }

  get colno(): number {
    return Number(this.#init.colno ?? 0);
  }

  get error(): unknown {
    return this.#init.error ?? null;
  }
}

interface CloseInit {
  readonly wasClean?: unknown;
  readonly code?: unknown;
  readonly reason?: unknown;
}

class CloseEvent extends Event {
  readonly #init: CloseInit;

  constructor(type: string, init: CloseInit = {}) {
    super(type, init);
    this.#init = init;
  }

  get wasClean(): boolean {
    return Boolean(this.#init.wasClean);
  }

  get code(): number {
    return Number(this.#init.code ?? 0);
  }

  get reason(): string {
    return `${this.#init.reason ?? ''}`;
  }
}

interface ProgressInit {
  readonly lengthComputable?: unknown;
  readonly loaded?: unknown;
  readonly total?: unknown;
}

class ProgressEvent extends Event {
  readonly #init: ProgressInit;

  constructor(type: string, init: ProgressInit = {}) {
    super(type, init);
    this.#init = init;
  }

  get lengthComputable(): boolean {
    return Boolean(this.#init.lengthComputable);
  }

  get loaded(): number {
    return Number(this.#init.loaded ?? 0);
  }

  get total(): number {
    return Number(this.#init.total ?? 0);
  }
}

nameClasses({
  ...{ CustomEvent, ErrorEvent, CloseEvent, ProgressEvent, Performance },
  ...{ BroadcastChannel, MessageChannel, MessageEvent, MessagePort },
});

export {
  BroadcastChannel,
  CloseEvent,
  CustomEvent,
  ErrorEvent,
  MessageChannel,
  MessageEvent,
  MessagePort,
  Performance,
  ProgressEvent,
  performance,
};
