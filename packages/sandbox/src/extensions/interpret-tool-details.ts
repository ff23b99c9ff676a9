import {
  findRequestFaults,
  interpretRequests,
  listKeys,
  nearestName,
  type ToolAnnotations,
  type ToolDescription,
} from '@mortise/contracts';
import { DetailFaults, type ToolFault } from './detail-faults.ts';
import { explainUnread, showKey } from './unread-keys.ts';

type GuestRecord = { readonly [key: string]: unknown };

/** What is taken of the optional parts of a tool, and what was written of them and is not taken. */
export interface ToolDetails {
  readonly details: Partial<ToolDescription>;
  readonly faults: readonly ToolFault[];
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
const TEXTS = ['toolset', 'category', 'mimeType'] as const;
const COUNTS = ['maxResultChars', 'timeoutMs'] as const;
const FLAGS = ['alwaysInclude', 'sharedOnly', 'idempotent'] as const;

const A_TEXT = 'text of 1 to 100 characters';
const A_COUNT = 'a whole number from 1';
const A_FLAG = 'true or false';
const A_MAPPING = 'a mapping';

const MAX_CAPABILITY_BYTES = 16_000;
const MAX_TITLE_CHARS = 200;
const OPTIONAL = 'it is not optional now: write registerTool(tool, { optional: true })';

/**
 * The optional parts of a tool's description. What has the wrong shape is left out, so that it asks for
 * nothing, and is among the faults, as is what is written beside the parts and not read.
 */
export function interpretDetails(guestTool: GuestRecord): ToolDetails {
  const faults = new DetailFaults();
  const capabilities = interpretCapabilities(guestTool['capabilities'], faults);
  const annotations = interpretAnnotations(guestTool['annotations'], faults);
  const plain = [
    ...TEXTS.map((key) => part(guestTool, { key, fits: isText, expected: A_TEXT, faults })),
    ...COUNTS.map((key) => part(guestTool, { key, fits: isCount, expected: A_COUNT, faults })),
    ...FLAGS.map((key) => part(guestTool, { key, fits: isFlag, expected: A_FLAG, faults })),
  ].flatMap((each) => (each === undefined || each[1] === false ? [] : [each]));
  readUnwritable(guestTool['unwritable'], faults);
  readOptions(guestTool['options'], faults);
  readUnread(guestTool, faults);
  const details: Partial<ToolDescription> = {
    ...Object.fromEntries(plain),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { details, faults: faults.list };
}

function interpretCapabilities(guestValue: unknown, faults: DetailFaults) {
  for (const { path, message, isUnknownKey } of findRequestFaults(guestValue)) {
    faults.add(isUnknownKey ? 'tool_key_unknown' : 'tool_part_ignored', path, message);
  }
  if (!isRecord(guestValue)) return undefined;
  const capabilities = interpretRequests(guestValue);
  if (JSON.stringify(capabilities).length <= MAX_CAPABILITY_BYTES) return capabilities;
  faults.ignore('capabilities', `at most ${MAX_CAPABILITY_BYTES} bytes are possible here`);
  return undefined;
}

function interpretAnnotations(
  guestValue: unknown,
  faults: DetailFaults,
): ToolAnnotations | undefined {
  if (guestValue === undefined || guestValue === null) return undefined;
  if (!isRecord(guestValue)) {
    faults.expect('annotations', A_MAPPING, guestValue);
    return undefined;
  }
  const taken: [string, string | boolean][] = [];
  for (const hint of HINTS) {
    const value = guestValue[hint];
    if (typeof value === 'boolean') taken.push([hint, value]);
    else if (isGiven(value)) faults.expect(`annotations.${hint}`, A_FLAG, value);
  }
  const title = guestValue['title'];
  if (typeof title === 'string') taken.push(['title', title.slice(0, MAX_TITLE_CHARS)]);
  else if (isGiven(title)) faults.expect('annotations.title', 'text', title);
  unknownAnnotations(Object.keys(guestValue), faults);
  return Object.fromEntries(taken);
}

function unknownAnnotations(keys: readonly string[], faults: DetailFaults): void {
  const known: readonly string[] = ['title', ...HINTS];
  for (const key of keys) {
    if (known.includes(key)) continue;
    if (faults.isFull) return;
    const near = nearestName(key, known);
    const more =
      near === undefined
        ? `; what may stand there: ${listKeys(known)}`
        : `, did you mean "${near}"?`;
    faults.add('tool_key_unknown', `annotations.${showKey(key)}`, `unknown key${more}`);
  }
}

interface PartReading {
  readonly key: string;
  readonly fits: (value: unknown) => boolean;
  readonly expected: string;
  readonly faults: DetailFaults;
}

function part(guestTool: GuestRecord, { key, fits, expected, faults }: PartReading) {
  const value = guestTool[key];
  if (!isGiven(value)) return undefined;
  if (fits(value)) return [key, value] as const;
  faults.expect(key, expected, value);
  return undefined;
}

/** Functions and symbols cross as nothing. */
function readUnwritable(guestKeys: unknown, faults: DetailFaults): void {
  const expectedOf = new Map<string, string>([
    ...TEXTS.map((key) => [key, A_TEXT] as const),
    ...COUNTS.map((key) => [key, A_COUNT] as const),
    ...FLAGS.map((key) => [key, A_FLAG] as const),
    ['capabilities', A_MAPPING],
    ['annotations', A_MAPPING],
  ]);
  for (const key of textsOf(guestKeys)) {
    const expected = expectedOf.get(key);
    if (expected === undefined) continue;
    faults.ignore(key, `expected ${expected}, not what JSON has no word for`);
  }
}

/** What stands beside the tool: only the literal true makes it optional. */
function readOptions(guestOptions: unknown, faults: DetailFaults): void {
  if (!isGiven(guestOptions)) return;
  if (!isRecord(guestOptions)) {
    faults.expect('optional', A_MAPPING, guestOptions, OPTIONAL);
    return;
  }
  const value = guestOptions['optional'];
  if (isGiven(value) && typeof value !== 'boolean') {
    faults.expect('optional', A_FLAG, value, OPTIONAL);
  }
  for (const key of Object.keys(guestOptions)) {
    if (key === 'optional') continue;
    if (faults.isFull) return;
    const message = `unknown key beside the tool; what may stand there: optional`;
    faults.add('tool_key_unknown', showKey(key), message);
  }
}

function readUnread({ name, unread }: GuestRecord, faults: DetailFaults): void {
  const keys = textsOf(unread);
  if (keys.includes('optional')) faults.ignore('optional', OPTIONAL);
  const others = keys.filter((key) => key !== 'optional');
  for (const { path, message } of explainUnread(typeof name === 'string' ? name : '', others)) {
    faults.add('tool_key_unknown', path, message);
  }
}

/** At most so many of a list of texts that a guest sent. */
export function textsOf(guestValue: unknown): readonly string[] {
  if (!Array.isArray(guestValue)) return [];
  return guestValue.slice(0, MAX_KEYS).filter((each) => typeof each === 'string');
}

const MAX_KEYS = 50;

/** Authors write null for what is not there. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 100;
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isRecord(value: unknown): value is GuestRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
