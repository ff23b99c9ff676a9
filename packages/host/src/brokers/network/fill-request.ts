import type { CapabilitySubject } from '@mortise/contracts';
import { denied } from '../broker-refusal.ts';
import { hasPlaceholder, type SecretPlaceholders } from '../secrets/secret-placeholders.ts';
import type { Hop } from './open-hop.ts';
import { type HeaderPairs, vetHeader } from './request-headers.ts';

/** A hop with values in it, and what must not travel to another origin because of them. */
export interface FilledHop {
  readonly hop: Hop;
  readonly secretHeaders: ReadonlySet<string>;
  readonly isBodySecret: boolean;
}

export interface HopText extends Hop {
  readonly subject: CapabilitySubject;
}

/** Puts secrets where the guest put placeholders, each only where it is bound to. */
export function fillRequest(text: HopText, placeholders: SecretPlaceholders): FilledHop {
  const { url, headers, body, method, subject } = text;
  if (hasPlaceholder(`${url.origin}${url.pathname}`)) {
    throw denied('A secret placeholder may not stand in the host or the path of a URL.');
  }
  const filledHeaders = headers.map(([name, value]) => {
    const filled = fillHeader(value, (each) =>
      placeholders.fill(each, { place: 'header', url, subject }),
    );
    vetHeader(name, filled);
    return [name, filled] as const;
  });
  const filledBody = fillBody(body, bodyFill({ url, subject }, placeholders));
  const hop = {
    url: fillQuery(text, placeholders),
    method,
    headers: filledHeaders,
    body: filledBody,
  };
  return {
    hop,
    secretHeaders: changedNames(headers, filledHeaders),
    isBodySecret: filledBody !== body,
  };
}

export type Fill = (text: string) => string;

/** Basic credentials are encoded by the guest, so the placeholder is inside. */
function fillHeader(value: string, fill: Fill): string {
  const basic = /^(basic +)([A-Za-z0-9+/=]+)$/i.exec(value);
  if (basic === null) return fill(value);
  const [, scheme = '', encoded = ''] = basic;
  const plain = Buffer.from(encoded, 'base64').toString('utf8');
  return hasPlaceholder(plain) ? `${scheme}${Buffer.from(fill(plain)).toString('base64')}` : value;
}

function fillQuery({ url, subject }: HopText, placeholders: SecretPlaceholders): URL {
  if (!hasPlaceholder(url.search)) return url;
  const filled = new URL(url);
  filled.search = placeholders.fill(url.search, {
    place: 'query',
    url,
    subject,
    encode: encodeURIComponent,
  });
  return filled;
}

/** For texts of a body in Latin-1, which keeps every byte; the value goes in as the bytes of its UTF-8. */
export function bodyFill(
  { url, subject }: Pick<HopText, 'url' | 'subject'>,
  placeholders: SecretPlaceholders,
): Fill {
  return (text) => placeholders.fill(text, { place: 'body', url, subject, encode: utf8AsLatin1 });
}

/** One that comes as a stream is filled in while it comes. */
function fillBody(body: Hop['body'], fill: Fill): Hop['body'] {
  if (!Buffer.isBuffer(body)) return body;
  const text = body.toString('latin1');
  return hasPlaceholder(text) ? Buffer.from(fill(text), 'latin1') : body;
}

function utf8AsLatin1(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

function changedNames(before: HeaderPairs, after: HeaderPairs): ReadonlySet<string> {
  return new Set(
    after.filter(([, value], index) => value !== before[index]?.[1]).map(([name]) => name),
  );
}
