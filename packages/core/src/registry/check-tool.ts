import {
  type ErrorCode,
  LIMITS,
  MCP_NAME_PREFIX,
  TOOL_NAME_PATTERN,
  type ToolDescription,
  type ToolEntry,
  type ToolOrigin,
} from '@mortise/contracts';
import { snapshotJson } from './json-snapshot.ts';

export interface ToolCandidate {
  /** Unchecked: extensions and embedders both get it wrong. */
  readonly tool: ToolDescription;
  readonly origin: ToolOrigin;
  /** Only the literal `true` makes a tool optional (F-1). */
  readonly optional?: unknown;
}

export type CheckedTool =
  | { readonly status: 'ok'; readonly entry: ToolEntry }
  | { readonly status: 'refused'; readonly code: ErrorCode; readonly detail: string };

const NAME = new RegExp(TOOL_NAME_PATTERN);
const MCP_NAME = /^mcp__(?<server>[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__[A-Za-z0-9_-]+$/;
const SCHEMA_LIMITS = {
  maxBytes: LIMITS.schemaBytes.standard,
  maxDepth: LIMITS.schemaDepth.standard,
};

/** Turns what somebody offers into a frozen entry that holds nothing of theirs, or says why not. */
export function checkTool(candidate: ToolCandidate): CheckedTool {
  const { tool, origin } = candidate;
  if (typeof tool !== 'object' || tool === null) return refused('tool_invalid', 'Got no object.');
  const name: unknown = tool.name;
  if (typeof name !== 'string' || !isNameOf(name, origin)) {
    return refused('tool_name_invalid', `Got ${JSON.stringify(name)?.slice(0, 100)}.`);
  }
  if (typeof tool.description !== 'string') {
    return refused('tool_invalid', `"${name}" has no description.`);
  }
  if (tool.description.length > LIMITS.descriptionChars.ceiling) {
    return refused('tool_invalid', `The description of "${name}" is too long.`);
  }
  return checkSchemas(candidate);
}

/** The server part of a well-formed MCP tool name. */
export function mcpServerOf(name: string): string | undefined {
  return MCP_NAME.exec(name)?.groups?.['server'];
}

function isNameOf(name: string, origin: ToolOrigin): boolean {
  if (!NAME.test(name)) return false;
  if (origin.kind === 'mcp') return mcpServerOf(name) !== undefined;
  return !name.toLowerCase().startsWith(MCP_NAME_PREFIX);
}

function checkSchemas({ tool, origin, optional }: ToolCandidate): CheckedTool {
  const schema = snapshotSchema(tool.schema);
  if (typeof schema === 'string') {
    return refused('schema_invalid', `The schema of "${tool.name}" ${schema}.`);
  }
  const output = tool.outputSchema === undefined ? undefined : snapshotSchema(tool.outputSchema);
  if (typeof output === 'string') {
    return refused('schema_invalid', `The output schema of "${tool.name}" ${output}.`);
  }
  const { aliases, alwaysInclude, sharedOnly, execute: _code, ...rest } = copyOf(tool);
  const entry: ToolEntry = {
    ...rest,
    schema,
    ...(output === undefined ? {} : { outputSchema: output }),
    origin: Object.freeze({ ...origin }),
    aliases: Object.freeze(origin.kind === 'core' ? [...(aliases ?? [])] : []),
    isOptional: optional === true,
    isAlwaysIncluded: alwaysInclude === true && origin.kind === 'core',
    isSharedOnly: sharedOnly === true,
  };
  return { status: 'ok', entry: Object.freeze(entry) };
}

/** Own data fields only: code and prototypes stay behind. */
function copyOf(tool: ToolDescription): ToolDescription & { readonly execute?: unknown } {
  const { isAvailable: _check, ...rest } = tool as ToolDescription & { isAvailable?: unknown };
  return rest;
}

function snapshotSchema(schema: unknown): ToolEntry['schema'] | string {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return 'is not an object';
  }
  const copy = snapshotJson(schema, SCHEMA_LIMITS);
  if (copy.status === 'refused') return copy.reason;
  const value = copy.value as ToolEntry['schema'];
  const type = Object.hasOwn(value, 'type') ? value['type'] : 'object';
  return type === 'object' ? value : `is of type ${JSON.stringify(type)}, not "object"`;
}

function refused(code: ErrorCode, detail: string): CheckedTool {
  return { status: 'refused', code, detail };
}
