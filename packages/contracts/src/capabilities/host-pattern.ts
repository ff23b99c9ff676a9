/** Of requests and of WebSockets. None stands for another. */
export type HostScheme = 'https:' | 'http:' | 'wss:' | 'ws:';

/** One entry of an allow list of hosts, read. */
export interface HostPattern {
  readonly scheme: HostScheme;
  /** `any` never matches an address literal: an address is granted by naming it. */
  readonly kind: 'exact' | 'below' | 'any';
  /** As the URL parser spells it: lower case, punycode, brackets around IPv6. Empty for `any`. */
  readonly host: string;
  readonly port: string;
}

/** `undefined` for text that is not a pattern: it then matches nothing. */
export function parseHostPattern(text: string): HostPattern | undefined {
  const match =
    /^(?:(https?|wss?):\/\/)?(\*(?=$|:)|\*\.)?([^/?#@\\\s*]*?)(?::(\d{1,5}))?\/?$/i.exec(text);
  if (match === null) return undefined;
  const [, schemeName = 'https', wildcard = '', hostText = '', portText = ''] = match;
  const scheme = `${schemeName.toLowerCase() as 'https' | 'http' | 'wss' | 'ws'}:` as const;
  const port = portText === '' ? defaultPort(scheme) : String(Number(portText));
  if (Number(port) < 1 || Number(port) > 65_535) return undefined;
  if (wildcard === '*')
    return hostText === '' ? { scheme, kind: 'any', host: '', port } : undefined;
  const host = canonicalHost(hostText);
  if (host === undefined) return undefined;
  if (wildcard === '') return { scheme, kind: 'exact', host, port };
  return isAddressLiteral(host) ? undefined : { scheme, kind: 'below', host, port };
}

/** Says whether a URL is what the pattern grants; both were spelled by the same URL parser. */
export function matchesHost(pattern: HostPattern, url: URL): boolean {
  const port = url.port === '' ? defaultPort(url.protocol) : url.port;
  if (url.protocol !== pattern.scheme || port !== pattern.port) return false;
  switch (pattern.kind) {
    case 'exact':
      return url.hostname === pattern.host;
    case 'below':
      return url.hostname.endsWith(`.${pattern.host}`) && !isAddressLiteral(url.hostname);
    case 'any':
      return !isAddressLiteral(url.hostname);
    default:
      return pattern.kind satisfies never;
  }
}

/** The pattern that matches exactly what both match, or `undefined` if nothing does. */
export function meetHostPatterns(one: HostPattern, other: HostPattern): HostPattern | undefined {
  if (one.scheme !== other.scheme || one.port !== other.port) return undefined;
  if (covers(one, other)) return other;
  return covers(other, one) ? one : undefined;
}

export function formatHostPattern({ scheme, kind, host, port }: HostPattern): string {
  const name = kind === 'any' ? '*' : kind === 'below' ? `*.${host}` : host;
  return `${scheme}//${name}${port === defaultPort(scheme) ? '' : `:${port}`}`;
}

/** Brackets or digits: how an address stands in the hostname of a parsed URL. */
export function isAddressLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}

function covers(wide: HostPattern, narrow: HostPattern): boolean {
  if (wide.kind === 'exact') return narrow.kind === 'exact' && narrow.host === wide.host;
  if (narrow.kind === 'any') return wide.kind === 'any';
  if (isAddressLiteral(narrow.host)) return false;
  if (wide.kind === 'any' || narrow.host.endsWith(`.${wide.host}`)) return true;
  return narrow.kind === 'below' && narrow.host === wide.host;
}

function canonicalHost(text: string): string | undefined {
  if (text === '' || text.endsWith('.') || !URL.canParse(`https://${text}/`)) return undefined;
  const { hostname, port } = new URL(`https://${text}/`);
  return port === '' && hostname !== '' ? hostname : undefined;
}

function defaultPort(scheme: string): string {
  return scheme === 'http:' || scheme === 'ws:' ? '80' : '443';
}
