import { MortiseError } from '@mortise/contracts';
import type { GatewayOptions } from './gateway-options.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'] as const;
/** Every address of the machine: no client calls it by one of these. */
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** By which names a gateway is reached, and which web pages may call it. */
export interface GatewayAddresses {
  /** For clients; without a slash at the end. */
  readonly url: string;
  /** For this machine; the same unless a proxy is in between. */
  readonly localUrl: string;
  /** What a Host header may say, without ports; an IPv6 address in brackets. */
  readonly hostnames: readonly string[];
  readonly origins: readonly string[];
}

/** Throws `not_loopback` or `hosts_needed` for an address on which a gateway would be open or deaf. */
export function checkAddress(options: GatewayOptions): void {
  const { hostname = '127.0.0.1', mcpAuthentication, publicUrl, allowedHosts = [] } = options;
  if (mcpAuthentication === 'none' && !LOOPBACK.has(hostname)) {
    throw new MortiseError('not_loopback', `(${hostname})`);
  }
  if (WILDCARDS.has(hostname) && publicUrl === undefined && allowedHosts.length === 0) {
    throw new MortiseError('hosts_needed', `(${hostname})`);
  }
}

export function addressesOf(options: GatewayOptions, port: number): GatewayAddresses {
  const { hostname = '127.0.0.1', allowedHosts = [], allowedOrigins = [] } = options;
  const own = namesOf(hostname);
  const reached = WILDCARDS.has(hostname) ? '127.0.0.1' : hostname;
  const localUrl = `http://${inBrackets(reached)}:${port}`;
  const publicUrl = readPublicUrl(options.publicUrl);
  return {
    url: publicUrl?.href.replace(/\/+$/, '') ?? localUrl,
    localUrl,
    hostnames: [...own, ...(publicUrl ? [publicUrl.hostname] : []), ...allowedHosts],
    origins: [
      ...own.map((name) => `http://${name}:${port}`),
      ...(publicUrl ? [publicUrl.origin] : []),
      ...allowedOrigins,
    ],
  };
}

function readPublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  const place = `\`publicUrl\` is ${JSON.stringify(text.slice(0, 100))}.`;
  throw new MortiseError('setting_invalid', place);
}

/** On this machine every name of it means the same server. */
function namesOf(hostname: string): readonly string[] {
  const isHere = LOOPBACK.has(hostname) || WILDCARDS.has(hostname);
  return isHere ? LOOPBACK_NAMES : [inBrackets(hostname)];
}

function inBrackets(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}
