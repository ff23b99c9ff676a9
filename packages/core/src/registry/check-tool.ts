import {
  argumentsOfSchema,
  bareName,
  type ErrorCode,
  entryKind,
  findSchemaFault,
  isEntryName,
  type JsonValue,
  type ResolvedLimits,
  readUriTemplate,
  showTool,
  type ToolDescription,
  type ToolEntry,
  type ToolOrigin,
} from '@mortise/contracts';
import { snapshotJson } from './json-snapshot.ts';
import { type RawDescription, readOffer } from './read-offer.ts';

export interface ToolCandidate {
  /** Unchecked: extensions and embedders both get it wrong. */
  readonly tool: ToolDescription;
  readonly origin: ToolOrigin;
  /** Only the literal `true` makes a tool optional. */
  readonly optional?: unknown;
  /** Of its extension or server; those of the host if absent. */
  readonly limits?: ResolvedLimits;
}

export type CheckedTool =
  | { readonly status: 'ok'; readonly entry: ToolEntry }
  | {
      readonly status: 'refused';
      readonly code: ErrorCode;
      readonly detail: string;
      /** The name it was offered under, as far as it has one. */
      readonly subject: string;
    };

/** Turns an offered tool into a frozen entry that shares no object with it, or says why not. */
export function checkTool(candidate: ToolCandidate, limits: ResolvedLimits): CheckedTool {
  const offer = readOffer(candidate.tool);
  if (offer === undefined) {
    return refuseAs('(no name)', { code: 'tool_invalid', detail: 'Got no object to read.' });
  }
  const subject = typeof offer.name === 'string' ? offer.name.slice(0, 100) : '(no name)';
  const fault = faultOf(offer, candidate.origin, limits);
  if (fault !== undefined) return refuseAs(subject, fault);
  const data = copyData(offer, limits);
  if ('detail' in data) return refuseAs(subject, data);
  return { status: 'ok', entry: showTool(Object.freeze(entryOf(candidate, offer, data))) };
}

interface Fault {
  readonly code: ErrorCode;
  readonly detail: string;
}

/** What is wrong with the fields that are no data of their own. */
function faultOf(
  offer: RawDescription,
  origin: ToolOrigin,
  { descriptionChars }: ResolvedLimits,
): Fault | undefined {
  const { name, description } = offer;
  if (typeof name !== 'string' || !isEntryName(name, origin)) {
    const shown = typeof name === 'string' ? JSON.stringify(name).slice(0, 100) : typeof name;
    return { code: 'tool_name_invalid', detail: `Got ${shown}.` };
  }
  const invalid = (detail: string): Fault => ({ code: 'tool_invalid', detail });
  if (typeof description !== 'string') return invalid(`"${name}" has no description.`);
  if (description.length > descriptionChars) {
    return invalid(`The description of "${name}" is too long.`);
  }
  if (origin.kind === 'extension' && !isText(origin.id)) {
    return invalid(`The extension of "${name}" has no id.`);
  }
  const wrong = FIELD_CHECKS.find(([field, accepts]) => {
    const isUsed = field !== 'aliases' || origin.kind === 'core';
    return isUsed && offer[field] !== undefined && !accepts(offer[field]);
  });
  return wrong && invalid(`\`${wrong[0]}\` of "${name}" is not ${wrong[2]}.`);
}

type FieldCheck = readonly [keyof ToolDescription, (value: unknown) => boolean, string];

const FIELD_CHECKS: readonly FieldCheck[] = [
  ['aliases', isAliasList, 'a list of tool names'],
  ['toolset', isText, 'text'],
  ['category', isText, 'text'],
  ['maxResultChars', (value) => typeof value === 'number' && value >= 0, 'a number from 0'],
  ['timeoutMs', (value) => typeof value === 'number' && value > 0, 'a number above 0'],
  ['capabilities', (value) => typeof value === 'object', 'an object'],
];

const MIME_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?:; ?[\w.+=-]{1,60})?$/;

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isAliasList(value: unknown): boolean {
  const isAlias = (each: unknown) =>
    typeof each === 'string' && isEntryName(each, { kind: 'core' });
  return Array.isArray(value) && value.every(isAlias);
}

type ToolData = Pick<ToolEntry, 'schema' | 'outputSchema' | 'capabilities' | 'annotations'>;

/** Copies what its giver could still change. */
function copyData(offer: RawDescription, limits: ResolvedLimits): ToolData | Fault {
  const schema = snapshotSchema(offer.schema, limits);
  if (typeof schema === 'string') {
    return { code: 'schema_invalid', detail: `The schema of "${offer.name}" ${schema}.` };
  }
  const fault = findArgumentFault(String(offer.name), schema);
  if (fault !== undefined) return { code: 'schema_invalid', detail: fault };
  const output =
    offer.outputSchema === undefined ? undefined : snapshotSchema(offer.outputSchema, limits);
  if (typeof output === 'string') {
    return { code: 'schema_invalid', detail: `The output schema of "${offer.name}" ${output}.` };
  }
  const capabilities = snapshotRecord(offer.capabilities, limits);
  if (typeof capabilities === 'string') {
    return { code: 'tool_invalid', detail: `\`capabilities\` of "${offer.name}" ${capabilities}.` };
  }
  const annotations = snapshotRecord(offer.annotations, limits);
  return {
    schema,
    ...(output === undefined ? {} : { outputSchema: output }),
    ...(capabilities === undefined ? {} : { capabilities }),
    // Hints of its author, trusted nowhere: bad ones are no reason to do without the tool.
    ...(typeof annotations === 'object' ? { annotations } : {}),
  };
}

/** Prompts have texts for arguments, and resources the variables of their addresses. */
function findArgumentFault(name: string, schema: ToolEntry['schema']): string | undefined {
  const kind = entryKind(name);
  if (kind === 'tool') return undefined;
  const given = argumentsOfSchema(schema);
  if (given === undefined) return `"${name}" has other arguments than named texts.`;
  if (kind === 'prompt') return undefined;
  const variables = readUriTemplate(bareName(name))?.variables ?? [];
  const isSame =
    given.length === variables.length && given.every((each) => variables.includes(each.name));
  return isSame ? undefined : `The arguments of "${name}" are not the variables of its address.`;
}

/** `faultOf` has looked at every field that is taken over here. */
function entryOf({ origin, optional }: ToolCandidate, offer: RawDescription, data: ToolData) {
  const { name, description, toolset, category, maxResultChars, timeoutMs, aliases, mimeType } =
    offer as ToolDescription;
  const entry: ToolEntry = {
    name,
    description,
    ...data,
    ...(toolset === undefined ? {} : { toolset }),
    ...(category === undefined ? {} : { category }),
    ...(maxResultChars === undefined ? {} : { maxResultChars }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    // What is none is no reason to do without the resource.
    ...(typeof mimeType === 'string' && MIME_TYPE.test(mimeType) ? { mimeType } : {}),
    origin: Object.freeze({ ...origin }),
    aliases: Object.freeze(origin.kind === 'core' ? [...(aliases ?? [])] : []),
    isOptional: optional === true,
    ...(offer.alwaysInclude === true && origin.kind === 'core' ? { alwaysInclude: true } : {}),
    ...(offer.sharedOnly === true ? { sharedOnly: true } : {}),
    ...(offer.idempotent === true ? { idempotent: true } : {}),
  };
  return entry;
}

function snapshotSchema(schema: unknown, limits: ResolvedLimits): ToolEntry['schema'] | string {
  const value = snapshotRecord(schema, limits);
  if (value === undefined) return 'is not an object';
  if (typeof value === 'string') return value;
  const type = Object.hasOwn(value, 'type') ? value['type'] : 'object';
  if (type !== 'object') return `is of type ${JSON.stringify(type)}, not "object"`;
  const fault = findSchemaFault(value);
  return fault === undefined ? value : `is wrong at ${fault}`;
}

type JsonRecord = { readonly [key: string]: JsonValue };

/** A frozen copy; `undefined` for nothing, a text for what cannot be copied. */
function snapshotRecord(value: unknown, limits: ResolvedLimits): JsonRecord | string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return 'is not an object';
  const { schemaBytes: maxBytes, schemaDepth: maxDepth } = limits;
  const copy = snapshotJson(value, { maxBytes, maxDepth });
  return copy.status === 'refused' ? copy.reason : (copy.value as JsonRecord);
}

function refuseAs(subject: string, { code, detail }: Fault): CheckedTool {
  return { status: 'refused', code, detail, subject };
}
