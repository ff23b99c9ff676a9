import type { JsonValue } from '@mortise/contracts';
import { encodedForms } from './encoded-forms.ts';

export const REDACTED = '[redacted]';

/** Takes known secret values out of what leaves the host. */
export interface Redactor {
  redact(text: string): string;
  /** Keys too. */
  redactJson(value: JsonValue): JsonValue;
  /** Base64 stays base64: what it stands for is searched, in all forms too. */
  redactBase64(data: string): string;
  /** For text that arrives in pieces: a value cut in two by a piece's end is found. */
  openStream(): RedactorStream;
}

export interface RedactorStream {
  /** What is certain by now. */
  push(piece: string): string;
  end(): string;
}

/**
 * Makes a redactor for these values and their JSON, percent, hexadecimal and base64 forms.
 * Values of fewer than 4 characters are left alone: they occur by chance.
 */
export function createRedactor(values: Iterable<string>): Redactor {
  const forms = [...new Set([...values].flatMap((value) => [...encodedForms(value)]))];
  // Longest first: an alternation takes the first that fits, and a rest of a secret must not stay.
  forms.sort((one, other) => other.length - one.length);
  const longest = forms[0]?.length ?? 0;
  const pattern = new RegExp(forms.map(literally).join('|'), 'g');
  const byteForms = forms.map((form) => Buffer.from(form, 'utf8').toString('latin1'));
  const bytePattern = new RegExp(byteForms.map(literally).join('|'), 'g');
  const redact = (text: string) => (longest === 0 ? text : text.replaceAll(pattern, REDACTED));
  return {
    redact,
    redactJson: (value) => redactJson(value, redact),
    redactBase64: (data) => (longest === 0 ? data : redactBase64(data, bytePattern, redact)),
    openStream: () => openStream(redact, { pattern, forms }),
  };
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function redactJson(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redactJson(each, redact));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [redact(key), redactJson(each, redact)]),
  );
}

/** Bytes are searched as characters of one byte each, so that they need not be text. */
function redactBase64(data: string, bytePattern: RegExp, redact: (text: string) => string): string {
  const bytes = Buffer.from(data, 'base64').toString('latin1');
  const clean = bytes.replaceAll(bytePattern, REDACTED);
  // What is no base64 is left out when it is decoded: it is searched as the text that it is.
  return redact(clean === bytes ? data : Buffer.from(clean, 'latin1').toString('base64'));
}

interface StreamForms {
  readonly pattern: RegExp;
  /** Longest first. */
  readonly forms: readonly string[];
}

function openStream(redact: (text: string) => string, forms: StreamForms): RedactorStream {
  let held = '';
  return {
    push(piece) {
      held += piece;
      const cut = safeCut(held, forms);
      const certain = held.slice(0, cut);
      held = held.slice(cut);
      return redact(certain);
    },
    end() {
      const rest = redact(held);
      held = '';
      return rest;
    },
  };
}

/** Holds back what may be the start of a value, and never cuts inside one that is there. */
function safeCut(text: string, { pattern, forms }: StreamForms): number {
  const cut = startOfUnfinished(text, forms);
  for (const match of text.matchAll(pattern)) {
    if (match.index < cut && match.index + match[0].length > cut) return match.index;
  }
  return cut;
}

/** Where a value may begin that the next piece goes on with: what cannot be one is not held back. */
function startOfUnfinished(text: string, forms: readonly string[]): number {
  const longest = forms[0]?.length ?? 0;
  for (let start = Math.max(0, text.length - longest + 1); start < text.length; start += 1) {
    const left = text.length - start;
    if (forms.some((form) => form.length > left && isStartOf(form, text, start))) return start;
  }
  return text.length;
}

function isStartOf(form: string, text: string, start: number): boolean {
  if (form.charCodeAt(0) !== text.charCodeAt(start)) return false;
  return form.startsWith(text.slice(start));
}
