import { isUtf8 } from 'node:buffer';
import type { OperationOutput } from '@mortise/contracts';
import { createRedactor } from '../secrets/create-redactor.ts';
import type { OpenedHop } from './open-hop.ts';
import { releaseBytes } from './release-bytes.ts';

type FetchOutput = OperationOutput<'network', 'fetch'>;

export interface ResponseFacts {
  readonly url: URL;
  readonly isRedirected: boolean;
  /** Values the guest holds placeholders for: a server that echoes them must not give them away. */
  readonly secrets: readonly string[];
}

/** Describe the body as decoded, so these would be wrong. */
const STALE = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** A response as data for the guest, without its body. */
export function describeHead(
  response: Pick<OpenedHop, 'status' | 'statusText' | 'headers'>,
  facts: ResponseFacts,
): Omit<FetchOutput, 'body' | 'bodyEncoding'> {
  const { redact } = createRedactor(facts.secrets);
  return {
    status: response.status,
    statusText: redact(response.statusText),
    url: redact(facts.url.href),
    redirected: facts.isRedirected,
    headers: response.headers
      .filter(([name]) => !STALE.has(name))
      .map(([name, value]) => [redact(name), redact(value)]),
  };
}

/** A whole body as data. It is used up. */
export function describeBody(
  body: Buffer,
  secrets: readonly string[],
): Pick<FetchOutput, 'body' | 'bodyEncoding'> {
  const described = bodyAsText(body, secrets);
  releaseBytes([body]);
  return described;
}

function bodyAsText(
  body: Buffer,
  secrets: readonly string[],
): Pick<FetchOutput, 'body' | 'bodyEncoding'> {
  if (isUtf8(body)) {
    return { body: createRedactor(secrets).redact(body.toString('utf8')), bodyEncoding: 'utf8' };
  }
  // Latin-1 maps bytes to characters one to one; a value stands there as the bytes of its UTF-8.
  const values = secrets.map((value) => Buffer.from(value, 'utf8').toString('latin1'));
  const { redact } = createRedactor([...values, ...secrets]);
  const clean = Buffer.from(redact(body.toString('latin1')), 'latin1');
  const encoded = clean.toString('base64');
  releaseBytes([clean]);
  return { body: encoded, bodyEncoding: 'base64' };
}
