import { canonicalJson } from './canonical-json.ts';
import { hashOfText } from './hash-of.ts';

/** Texts of this length and more are hashed as they are: quoting them takes longer than hashing them (measured). */
const LONG_CHARS = 256;

/** Control characters that no JSON has outside of its escapes. */
const TEXT_MARK = '\x1d';
const LENGTH_MARK = '\x1f';

/**
 * The hash of the arguments of a call: SHA-256 over their canonical JSON, in which each long text of an
 * object is 0 and follows behind it: name, length and the text as it is. So nothing but equal arguments has an
 * equal text; the order of keys does not matter, everything else does.
 */
export function hashArguments(args: unknown): string {
  return hashOfText('arguments', formOfArguments(args));
}

/**
 * The text that is hashed for the arguments of a call: `hashOfText('arguments', …)` of it is their hash. Made while they
 * are as they were, it can be hashed later, when there are several. Throws for what has no JSON.
 */
export function formOfArguments(args: unknown = null): string {
  if (isPlain(args)) return formOf(args);
  const text = canonicalJson(args);
  // An instance counts as the data that it writes itself as.
  return text.startsWith('{') ? formOf(JSON.parse(text)) : text;
}

function formOf(args: { readonly [name: string]: unknown }): string {
  return formOfFlat(args) ?? formOfDeep(args);
}

/**
 * The same for one value behind the other and keys in order, as most arguments are: written as it is read, in a
 * third of the time (measured). `undefined` for everything else.
 */
function formOfFlat(args: { readonly [name: string]: unknown }): string | undefined {
  let json = '';
  let texts = '';
  let before = '';
  for (const name of Object.keys(args)) {
    if (name < before || isDigit(name.charCodeAt(0)) || name === '__proto__') return undefined;
    before = name;
    const value = args[name];
    const quoted = quotedName(name);
    if (typeof value === 'string' && isLong(value)) {
      texts += `${TEXT_MARK}${quoted}${LENGTH_MARK}${value.length}${LENGTH_MARK}${value}`;
    }
    const written = writtenFlat(value);
    if (written === undefined) return undefined;
    json += json === '' ? `${quoted}:${written}` : `,${quoted}:${written}`;
  }
  return `{${json}}${texts}`;
}

function writtenFlat(value: unknown): string | undefined {
  if (typeof value === 'string') return isLong(value) ? '0' : JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
  return typeof value === 'boolean' || value === null ? `${value}` : undefined;
}

const PLAIN_NAME = /^[\w-]+$/;

function quotedName(name: string): string {
  return PLAIN_NAME.test(name) ? `"${name}"` : JSON.stringify(name);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function formOfDeep(args: { readonly [name: string]: unknown }): string {
  let rest: { [name: string]: unknown } | undefined;
  let texts = '';
  for (const name of Object.keys(args).sort()) {
    const value = args[name];
    if (typeof value !== 'string' || !isLong(value) || name === '__proto__') continue;
    rest ??= { ...args };
    rest[name] = 0;
    texts += `${TEXT_MARK}${JSON.stringify(name)}${LENGTH_MARK}${value.length}${LENGTH_MARK}${value}`;
  }
  return rest === undefined ? canonicalJson(args) : `${canonicalJson(rest)}${texts}`;
}

/** Half a character has no bytes of its own: it stays in the JSON, as an escape. */
function isLong(text: string): boolean {
  return text.length >= LONG_CHARS && text.isWellFormed();
}

function isPlain(value: unknown): value is { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value);
}
