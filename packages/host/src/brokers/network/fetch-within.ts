import type { HostPattern, OperationInput, OperationOutput } from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';
import { describeBody, describeHead } from './describe-response.ts';
import { FetchDeadline } from './fetch-deadline.ts';
import { FetchStream } from './fetch-stream.ts';
import { bodyFill, type FilledHop, fillRequest } from './fill-request.ts';
import {
  endedBy,
  limitsOf,
  methodsOf,
  mostRequestBytes,
  type NetworkUse,
  patternsOf,
  timeoutOf,
} from './network-use.ts';
import { nextHop, redirectTarget } from './next-hop.ts';
import type { Hop, HopLimits, OpenedHop } from './open-hop.ts';
import { readWholeBody } from './read-whole-body.ts';
import { interpretHeaders } from './request-headers.ts';
import { ResponsePieces } from './response-pieces.ts';
import { Upload } from './upload.ts';
import { parseRequestUrl, vetUrl } from './vet-url.ts';

const MOST_REDIRECTS = 5;
/** Of requests that have no body. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

type FetchOutput = OperationOutput<'network', 'fetch'>;

export interface Fetching extends NetworkUse {
  readonly input: OperationInput<'network', 'fetch'>;
}

/** Makes one request within a grant and follows granted redirects. */
export async function fetchWithin(fetching: Fetching): Promise<FetchOutput> {
  const { parts, grant, subject } = fetching;
  using deadline = new FetchDeadline(subject.signal, timeoutOf(grant));
  const limits = limitsOf(fetching, deadline);
  const ceiling: Ceiling = { patterns: patternsOf(grant), methods: methodsOf(grant) };
  const url = parseRequestUrl(fetching.input.url);
  const stream = openStream(fetching, { deadline, url });
  try {
    // Vetted before anything is filled in, so that a refusal names the host and not the secret.
    const first = vetHop(firstHop(fetching, url, stream), ceiling);
    const filled = fillRequest({ ...first, subject }, parts.placeholders);
    const mode = fetching.input.init?.redirect ?? 'follow';
    const answer = await follow(filled, { limits, ceiling, mode });
    return await describe(fetching, { answer, limits, stream });
  } catch (error) {
    const fault = limits.signal.aborted ? endedBy(subject.signal, limits.timeoutMs) : error;
    if (stream !== undefined) parts.streams.remove(subject, numberOf(fetching), stream);
    throw fault;
  }
}

interface Answer {
  readonly response: OpenedHop;
  readonly url: URL;
  readonly hops: number;
}

interface Describing {
  readonly answer: Answer;
  readonly limits: HopLimits;
  readonly stream: FetchStream | undefined;
}

/** With all of the body, or as a stream with its first piece. */
async function describe(
  fetching: Fetching,
  { answer, limits, stream }: Describing,
): Promise<FetchOutput> {
  const { parts, subject } = fetching;
  const { response, url, hops } = answer;
  const secrets = parts.placeholders.valuesOf(subject);
  const { maxResponseBytes: maxBytes } = limits;
  let isOpen = false;
  try {
    const head = describeHead(response, { url, isRedirected: hops > 0, secrets });
    if (stream === undefined)
      return { ...head, ...describeBody(await readWholeBody(response, maxBytes), secrets) };
    const pieces = new ResponsePieces({ opened: response, secrets, maxBytes });
    isOpen = stream.answer(response, pieces);
    const { data, encoding, done } = await pieces.first();
    if (done) parts.streams.remove(subject, numberOf(fetching), stream);
    return { ...head, body: data, bodyEncoding: encoding, ...(!done && { more: true }) };
  } finally {
    if (!isOpen) await response.close();
  }
}

/** Open from the start: the body of the request may be on its way. */
function openStream(
  fetching: Fetching,
  { deadline, url }: { readonly deadline: FetchDeadline; readonly url: URL },
): FetchStream | undefined {
  const { parts, grant, subject, input } = fetching;
  const { stream: number, bodyFollows = false } = input.init ?? {};
  if (number === undefined) return undefined;
  const fill = bodyFill({ url, subject }, parts.placeholders);
  const upload = bodyFollows ? new Upload({ maxBytes: mostRequestBytes(grant), fill }) : undefined;
  const stream = new FetchStream(deadline, upload);
  parts.streams.add(subject, number, stream);
  return stream;
}

function numberOf({ input }: Fetching): number {
  return input.init?.stream ?? 0;
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

async function follow(first: FilledHop, { limits, ceiling, mode }: Following): Promise<Answer> {
  let filled = first;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    // The HTTP client is 109 modules; a host that fetches nothing does without.
    const { openHop } = await import('./open-hop.ts');
    const response = await openHop(filled.hop, limits);
    const location = mode === 'manual' ? undefined : redirectTarget(response);
    if (location === undefined) return { response, url: filled.hop.url, hops };
    await response.close();
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

function firstHop({ input: { init }, grant }: Fetching, url: URL, stream?: FetchStream): Hop {
  const method = (init?.method ?? 'GET').toUpperCase();
  const body = stream?.upload?.body ?? wholeBody(init);
  const most = mostRequestBytes(grant);
  if (Buffer.isBuffer(body) && body.length > most) {
    throw failed(`The request body is larger than ${most} bytes.`);
  }
  if (body !== undefined && BODILESS.has(method)) {
    throw failed(`A ${method} request has no body.`);
  }
  return { url, method, headers: interpretHeaders(init?.headers), body };
}

function wholeBody(init: Fetching['input']['init']): Buffer | undefined {
  const { body: text = null, bodyEncoding = 'utf8' } = init ?? {};
  return text === null ? undefined : Buffer.from(text, bodyEncoding);
}
