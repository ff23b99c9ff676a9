/** Small functions of OpenClaw's SDK that read values of configurations and arguments. */
type Fields = { readonly [key: string]: unknown };

export const DEFAULT_ACCOUNT_ID = 'default';

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asOptionalRecord(value: unknown): Fields | undefined {
  return isRecord(value) ? value : undefined;
}
export const asObjectRecord = asOptionalRecord;

export function normalizeOptionalString(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
export const normalizeSecretInputString = normalizeOptionalString;
export const normalizeResolvedSecretInputString = ({ value }: { readonly value?: unknown }) =>
  normalizeOptionalString(value);

export function normalizeNullableString(value: unknown): string | null {
  return normalizeOptionalString(value) ?? null;
}

export function normalizeOptionalLowercaseString(value: unknown): string | undefined {
  return normalizeOptionalString(value)?.toLowerCase();
}

export function normalizeLowercaseStringOrEmpty(value: unknown): string {
  return normalizeOptionalLowercaseString(value) ?? '';
}

export function normalizeStringEntries(values: unknown): string[] {
  const list = Array.isArray(values) ? values : [];
  return list.map((value) => String(value).trim()).filter((text) => text !== '');
}

export function uniqueStrings(values: Iterable<string>): string[] {
  return [...new Set(values)];
}

export function normalizeUniqueStringEntries(values: unknown): string[] {
  return uniqueStrings(normalizeStringEntries(values));
}

export function normalizeAccountId(value: unknown): string {
  const id = normalizeLowercaseStringOrEmpty(value).replaceAll(/[^a-z0-9_-]+/g, '-');
  return id === '' ? DEFAULT_ACCOUNT_ID : id.slice(0, 64);
}

export function hasConfiguredSecretInput(value: unknown): boolean {
  return normalizeOptionalString(value) !== undefined || isRecord(value);
}

export function readStringField(fields: unknown, key: string): string | undefined {
  return isRecord(fields) ? normalizeOptionalString(fields[key]) : undefined;
}

export function parseStrictFiniteNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function parseStrictNonNegativeInteger(value: unknown): number | undefined {
  const number = parseStrictFiniteNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
}

export function parseStrictPositiveInteger(value: unknown): number | undefined {
  const number = parseStrictNonNegativeInteger(value);
  return number === 0 ? undefined : number;
}

export function expectDefined<Value>(value: Value | null | undefined, what = 'value'): Value {
  if (value === undefined || value === null) throw new Error(`${what} is not there`);
  return value;
}

/** Cuts between characters, never within one. */
export function sliceUtf16Safe(text: string, start = 0, end = text.length): string {
  return text
    .slice(start, end)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^[\udc00-\udfff]/, '');
}

export function truncateUtf16Safe(text: string, most: number): string {
  return text.length <= most ? text : sliceUtf16Safe(text, 0, Math.max(0, most));
}

export function formatErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function toErrorObject(error: unknown): Error {
  return error instanceof Error ? error : new Error(formatErrorMessage(error));
}

export function extractErrorCode(error: unknown): string | undefined {
  return isRecord(error) || error instanceof Error
    ? normalizeOptionalString(Reflect.get(error, 'code'))
    : undefined;
}

const UNTRUSTED = 'EXTERNAL_UNTRUSTED_CONTENT';

/** Says to a model where text of strangers begins and ends; such text cannot say so itself. */
export function wrapExternalContent(content: unknown, about: Fields = {}): string {
  const text = String(content).replaceAll(new RegExp(`<<<(?:END_)?${UNTRUSTED}>>>`, 'g'), '');
  const source = normalizeOptionalString(about['source']) ?? 'unknown';
  return `<<<${UNTRUSTED}>>>\nSource: ${source}\n---\n${text}\n<<<END_${UNTRUSTED}>>>`;
}
