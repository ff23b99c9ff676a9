import { randomBytes } from 'node:crypto';
import {
  type CapabilitySubject,
  type GrantOf,
  matchesHost,
  parseHostPattern,
  type SecretPlace,
} from '@mortise/contracts';
import { denied } from '../broker-refusal.ts';

type SecretGrant = GrantOf<'secrets'>[number];

const PREFIX = 'mortise-secret:';
const TOKEN = /mortise-secret(?::|%3A)([A-Za-z0-9_-]{32})/gi;

/** Where a placeholder is about to be filled in. */
export interface FillPlace {
  readonly place: SecretPlace;
  readonly url: URL;
  readonly subject: CapabilitySubject;
  /** How the value must be spelled there. */
  readonly encode?: (value: string) => string;
}

interface IssuedSecret {
  readonly grant: SecretGrant;
  readonly value: string;
  readonly subject: CapabilitySubject;
}

/** The placeholders of running calls, shared by the secrets broker and the network broker. */
export class SecretPlaceholders {
  readonly #issued = new Map<string, IssuedSecret>();

  /** A new one each time; it dies with its call and works for that call only. */
  issue(grant: SecretGrant, value: string, subject: CapabilitySubject): string {
    const token = randomBytes(24).toString('base64url');
    this.#issued.set(token, { grant, value, subject });
    subject.signal.addEventListener('abort', () => this.#issued.delete(token), { once: true });
    return `${PREFIX}${token}`;
  }

  /** Puts values in for placeholders. One that is not bound to this place refuses the request. */
  fill(text: string, place: FillPlace): string {
    return text.replaceAll(TOKEN, (_placeholder, token: string) => {
      const value = this.#valueFor(token, place);
      return place.encode === undefined ? value : place.encode(value);
    });
  }

  /** The values that a call holds placeholders for. */
  valuesOf(subject: CapabilitySubject): readonly string[] {
    const own = [...this.#issued.values()].filter((issued) => isSameCall(issued.subject, subject));
    return own.map(({ value }) => value);
  }

  #valueFor(token: string, { place, url, subject }: FillPlace): string {
    const issued = this.#issued.get(token);
    if (issued === undefined || !isSameCall(issued.subject, subject)) {
      throw denied('A secret placeholder is not of this call. Get a new one with secrets.get.');
    }
    const { grant, value } = issued;
    if (!(grant.places ?? ['header']).includes(place)) {
      throw denied(`The secret "${grant.name}" is not granted for the ${place} of a request.`);
    }
    if (!(grant.hosts ?? []).some((text) => isMatch(text, url))) {
      throw denied(`The secret "${grant.name}" is not bound to ${url.origin}.`);
    }
    return value;
  }
}

export function hasPlaceholder(text: string): boolean {
  return text.search(TOKEN) !== -1;
}

/** Where placeholders stand in a text. */
export function* findPlaceholders(
  text: string,
): Iterable<{ readonly start: number; readonly end: number }> {
  for (const { index, 0: found } of text.matchAll(TOKEN))
    yield { start: index, end: index + found.length };
}

function isMatch(patternText: string, url: URL): boolean {
  const pattern = parseHostPattern(patternText);
  return pattern !== undefined && matchesHost(pattern, url);
}

/** Ids of calls come from models and are unique within a session at best. */
const IDENTITY = ['extensionId', 'toolName', 'callId', 'agentId', 'sessionKey', 'userId'] as const;

function isSameCall(one: CapabilitySubject, other: CapabilitySubject): boolean {
  return IDENTITY.every((part) => one[part] === other[part]);
}
