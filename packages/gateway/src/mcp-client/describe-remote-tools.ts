import type { Tool } from '@modelcontextprotocol/client';
import {
  type Diagnostic,
  ERROR_CODES,
  foldName,
  MCP_NAME_PREFIX,
  type ResolvedLimits,
  TOOL_NAME_PATTERN,
  type ToolAnnotations,
  type ToolDescription,
} from '@mortise/contracts';

const NAME = new RegExp(TOOL_NAME_PATTERN);
const SERVER_NAME = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;

export interface RemoteTools {
  readonly tools: readonly ToolDescription[];
  /** What the server calls a tool, by the name it has here. */
  readonly remoteNames: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** A server whose name has two underscores in a row could pass its tools off as another server's. */
export function isServerName(name: string): boolean {
  return SERVER_NAME.test(name);
}

/**
 * Turns what a server lists into descriptions under names of ours. Nothing of it is trusted: schemas
 * are passed on as data, to be bounded by the registry, and never compiled.
 */
export function describeRemoteTools(
  server: string,
  listed: readonly Tool[],
  limits: ResolvedLimits,
): RemoteTools {
  const tools: ToolDescription[] = [];
  const remoteNames = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const taken = new Set<string>();
  for (const tool of listed) {
    const name = `${MCP_NAME_PREFIX}${server}__${tool.name.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`;
    if (!NAME.test(name)) {
      diagnostics.push(refused(tool.name, `"${name.slice(0, 100)}" is not a tool name.`));
    } else if (taken.has(foldName(name))) {
      diagnostics.push(refused(tool.name, `"${name}" is the name of another tool of this server.`));
    } else {
      taken.add(foldName(name));
      remoteNames.set(name, tool.name);
      tools.push(describeRemoteTool(name, tool, limits));
    }
  }
  return { tools, remoteNames, diagnostics };
}

/** A report that a tool of a server is not there. */
export function refused(subject: string, detail: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.mcp_tool_refused;
  return {
    code: 'mcp_tool_refused',
    severity: 'warning',
    subject: subject.slice(0, 100),
    message: `${summary} ${detail}`,
    hint,
  };
}

function describeRemoteTool(
  name: string,
  tool: Tool,
  { descriptionChars }: ResolvedLimits,
): ToolDescription {
  const { description = '', inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    description: description.slice(0, descriptionChars),
    schema: inputSchema,
    ...(isObjectSchema(outputSchema) ? { outputSchema } : {}),
    annotations: pickAnnotations(tool.title ?? annotations?.title, annotations),
  };
}

function isObjectSchema(schema: Tool['outputSchema']): schema is NonNullable<Tool['outputSchema']> {
  return schema !== undefined && Object.hasOwn(schema, 'type') && schema['type'] === 'object';
}

function pickAnnotations(
  title: string | undefined,
  annotations: Tool['annotations'] = {},
): ToolAnnotations {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    ...(title === undefined ? {} : { title: title.slice(0, 200) }),
    ...(readOnlyHint === undefined ? {} : { readOnlyHint }),
    ...(destructiveHint === undefined ? {} : { destructiveHint }),
    ...(idempotentHint === undefined ? {} : { idempotentHint }),
    ...(openWorldHint === undefined ? {} : { openWorldHint }),
  };
}
