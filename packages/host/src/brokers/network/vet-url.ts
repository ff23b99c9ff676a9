import { type HostPattern, matchesHost } from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';

/** Names under which clouds serve instance metadata; `*` and `*.…` do not cover them. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.com',
  'metadata.azure.internal',
  'metadata.platformequinix.com',
  'metadata.packet.net',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
  'rancher-metadata',
]);

/** Reads a URL with the parser that will also send it, so that no two parsers can disagree. */
export function parseRequestUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw failed('The URL is not well-formed.');
  const url = new URL(text, base);
  if (url.username !== '' || url.password !== '') {
    throw denied('A URL may not carry credentials. Put them in a header.');
  }
  url.hash = '';
  return url;
}

/** Lets the URL of a request through if the allow list has its scheme, host and port. */
export function vetUrl(url: URL, patterns: readonly HostPattern[]): void {
  vet(url, patterns, ['https:', 'http:']);
}

/** The same for a WebSocket. A grant for requests is none for it: more than a GET goes through it. */
export function vetSocketUrl(url: URL, patterns: readonly HostPattern[]): void {
  vet(url, patterns, ['wss:', 'ws:']);
}

function vet(url: URL, patterns: readonly HostPattern[], schemes: readonly string[]): void {
  if (!schemes.includes(url.protocol)) {
    throw denied(`The scheme ${url.protocol} is not granted.`);
  }
  if (url.hostname === '' || url.hostname.endsWith('.')) {
    throw denied('A host may not be empty or end with a dot.');
  }
  const matching = patterns.filter((pattern) => matchesHost(pattern, url));
  if (matching.length === 0) throw denied(`${originOf(url)} is not granted.`);
  if (METADATA_NAMES.has(url.hostname) && !matching.some(({ kind }) => kind === 'exact')) {
    throw denied(`${url.hostname} is a metadata service; it is granted by its own name only.`);
  }
}

function originOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}
