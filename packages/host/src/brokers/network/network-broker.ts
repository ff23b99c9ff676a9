import {
  CAPABILITIES,
  type CapabilityBroker,
  type CapabilitySubject,
  type GrantOf,
  type HostPattern,
  type OperationInput,
  type OperationOutput,
  parseHostPattern,
} from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';
import { SecretPlaceholders } from '../secrets/secret-placeholders.ts';
import { type AddressCheck, checkAddress } from './check-address.ts';
import { describeResponse } from './describe-response.ts';
import { FetchDeadline } from './fetch-deadline.ts';
import { type FilledHop, fillRequest } from './fill-request.ts';
import { nextHop, redirectTarget } from './next-hop.ts';
import { interpretHeaders } from './request-headers.ts';
import { type Resolver, systemResolver } from './resolver.ts';
import type { Hop, HopLimits } from './send-hop.ts';
import { parseRequestUrl, vetUrl } from './vet-url.ts';

const MOST_REDIRECTS = 5;
const { standard } = CAPABILITIES.network;
/** Of requests that have no body. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export interface NetworkBrokerParts {
  readonly resolver?: Resolver;
  readonly checkAddress?: AddressCheck;
  /** Without them a placeholder is refused like one of another call. */
  readonly placeholders?: SecretPlaceholders;
  /** Certificates trusted instead of those of the system, PEM. */
  readonly certificates?: readonly string[];
}

type NetworkGrant = GrantOf<'network'>;

/** `fetch` for guests: every hop and every address is checked against the grant. */
export function createNetworkBroker(parts: NetworkBrokerParts = {}): CapabilityBroker<'network'> {
  const placeholders = parts.placeholders ?? new SecretPlaceholders();
  return {
    fetch: (input, grant, subject) => fetchWithin({ parts, placeholders, input, grant, subject }),
  };
}

interface Fetching {
  readonly parts: NetworkBrokerParts;
  readonly placeholders: SecretPlaceholders;
  readonly input: OperationInput<'network', 'fetch'>;
  readonly grant: NetworkGrant;
  readonly subject: CapabilitySubject;
}

async function fetchWithin(fetching: Fetching): Promise<OperationOutput<'network', 'fetch'>> {
  const { placeholders, grant, subject, input } = fetching;
  using deadline = new FetchDeadline(subject.signal, grant.timeoutMs ?? standard.timeoutMs);
  const limits = limitsOf(fetching, deadline);
  const ceiling: Ceiling = { patterns: patternsOf(grant), methods: methodsOf(grant) };
  // Vetted before anything is filled in, so that a refusal names the host and not the secret.
  const first = vetHop(firstHop(fetching), ceiling);
  const filled = fillRequest({ ...first, subject }, placeholders);
  try {
    const { response, url, hops } = await follow(filled, {
      limits,
      ceiling,
      mode: input.init?.redirect ?? 'follow',
    });
    const values = placeholders.valuesOf(subject);
    return describeResponse(response, { url, isRedirected: hops > 0, secrets: values });
  } catch (error) {
    throw limits.signal.aborted ? endedBy(subject.signal, limits.timeoutMs) : error;
  }
}

interface Ceiling {
  readonly patterns: readonly HostPattern[];
  readonly methods: ReadonlySet<string>;
}

interface Following {
  readonly limits: HopLimits;
  readonly ceiling: Ceiling;
  readonly mode: 'follow' | 'error' | 'manual';
}

async function follow(first: FilledHop, { limits, ceiling, mode }: Following) {
  let filled = first;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    // The HTTP client is 109 modules; a host that fetches nothing does without.
    const { sendHop } = await import('./send-hop.ts');
    const response = await sendHop(filled.hop, limits);
    const location = mode === 'manual' ? undefined : redirectTarget(response);
    if (location === undefined) return { response, url: filled.hop.url, hops };
    if (mode === 'error') throw failed('The server redirected, and the request forbids it.');
    const hop = vetHop(nextHop(filled, response, location), ceiling);
    const isSameOrigin = hop.url.origin === filled.hop.url.origin;
    filled = isSameOrigin ? { ...filled, hop } : { ...PLAIN, hop };
  }
  throw failed(`More than ${MOST_REDIRECTS} redirects.`);
}

// After an origin was left, no secret is in the request any more; none is ever filled in again.
const PLAIN = { secretHeaders: new Set<string>(), isBodySecret: false } as const;

function vetHop(hop: Hop, { patterns, methods }: Ceiling): Hop {
  vetUrl(hop.url, patterns);
  if (!methods.has(hop.method)) throw denied(`The method ${hop.method} is not granted.`);
  return hop;
}

function firstHop({ input: { url, init }, grant }: Fetching): Hop {
  const method = (init?.method ?? 'GET').toUpperCase();
  const { body: text = null, bodyEncoding = 'utf8' } = init ?? {};
  const body = text === null ? undefined : Buffer.from(text, bodyEncoding);
  const most = grant.maxRequestBytes ?? standard.maxRequestBytes;
  if (body !== undefined && body.length > most) {
    throw failed(`The request body is larger than ${most} bytes.`);
  }
  if (body !== undefined && BODILESS.has(method)) {
    throw failed(`A ${method} request has no body.`);
  }
  return { url: parseRequestUrl(url), method, headers: interpretHeaders(init?.headers), body };
}

function limitsOf({ parts, grant }: Fetching, { signal, timeoutMs }: FetchDeadline): HopLimits {
  return {
    resolver: parts.resolver ?? systemResolver,
    checkAddress: parts.checkAddress ?? checkAddress,
    allowPrivate: grant.allowPrivate ?? [],
    ...{ signal, timeoutMs },
    maxResponseBytes: grant.maxResponseBytes ?? standard.maxResponseBytes,
    ...(parts.certificates === undefined ? {} : { certificates: parts.certificates }),
  };
}

function patternsOf({ allowedHosts }: NetworkGrant): readonly HostPattern[] {
  return allowedHosts.flatMap((text) => parseHostPattern(text) ?? []);
}

function methodsOf({ methods = standard.methods }: NetworkGrant): ReadonlySet<string> {
  return new Set(methods.map((method) => method.toUpperCase()));
}

function endedBy(callSignal: AbortSignal, timeoutMs: number) {
  return failed(
    callSignal.aborted ? 'The call has ended.' : `The request took longer than ${timeoutMs} ms.`,
  );
}
