import { EventEmitter } from '../builtins/events.ts';

type Options = { readonly [key: string]: unknown };

/**
 * Keeps no connections: the host makes one for each request and decides where it leads. What a program
 * sets here is taken and has no effect.
 */
export class Agent extends EventEmitter {
  readonly options: Options;
  readonly requests = {};
  readonly sockets = {};
  readonly freeSockets = {};
  readonly protocol: string;
  readonly maxSockets = Number.POSITIVE_INFINITY;
  readonly maxFreeSockets = 256;
  readonly maxTotalSockets = Number.POSITIVE_INFINITY;
  readonly keepAlive: boolean;
  readonly keepAliveMsecs = 1_000;
  readonly defaultPort: number;

  constructor(options: Options = {}, protocol = 'http:') {
    super();
    this.options = { ...options };
    this.protocol = protocol;
    this.defaultPort = protocol === 'https:' ? 443 : 80;
    this.keepAlive = options['keepAlive'] === true;
  }

  getName({
    host = 'localhost',
    port = '',
  }: {
    host?: string;
    port?: number | string;
  } = {}): string {
    return `${host}:${port}:`;
  }

  keepSocketAlive(): boolean {
    return false;
  }

  reuseSocket(): void {}

  destroy(): void {}
}

export const globalAgent = new Agent();
export const secureAgent = new Agent({}, 'https:');
