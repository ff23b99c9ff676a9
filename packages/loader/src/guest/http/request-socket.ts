import { EventEmitter } from '../builtins/events.ts';

/** What stands for the connection of a request; the host has the real one. */
export class RequestSocket extends EventEmitter {
  readonly remoteAddress = undefined;
  readonly remotePort = undefined;
  readonly encrypted: boolean;
  readonly authorized = true;
  readonly writable = true;
  readonly readable = true;
  readonly connecting = false;
  readonly destroyed = false;
  readonly timeout = 0;

  constructor(isSecure: boolean) {
    super();
    this.encrypted = isSecure;
  }

  setTimeout(_ms: number): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  cork(): void {}

  uncork(): void {}

  address(): object {
    return {};
  }

  end(): this {
    return this;
  }

  getPeerCertificate(): object {
    return {};
  }

  destroy(): this {
    Object.assign(this, { destroyed: true });
    return this;
  }
}
