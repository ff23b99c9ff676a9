import {
  type Diagnostic,
  type EntryKind,
  ERROR_CODES,
  entryKind,
  foldName,
  isEntryName,
  type JsonValue,
  jsonDepthWithin,
  type LeftOutTool,
  LIMITS,
  type McpServerConfig,
  type ResolvedLimits,
  SERVER_NAME_PATTERN,
  showOnOneLine,
  type ToolAnnotations,
} from '@mortise/contracts';
import type { PinnedTool, Redactor } from '@mortise/host';
import { createChoice, unmatchedEntries } from './choose-remote-tools.ts';
import { findHeaderFault } from './find-header-fault.ts';
import type { ListedEntry } from './list-remote-offers.ts';
import { createNaming } from './name-remote-tools.ts';

const SERVER_NAME = new RegExp(SERVER_NAME_PATTERN);
const SHOWN_CHARS = 100;

/** What a name that is refused is not. */
const NAME_FORMS = {
  tool: 'a tool name',
  prompt: 'a name of a prompt',
  resource: 'an address that is taken here',
} as const satisfies Record<EntryKind, string>;

export interface RemoteTools {
  /** As they would be approved: under the names that the server gives them. */
  readonly offered: readonly PinnedTool[];
  /** What each is called here, by the name that the server gives it. */
  readonly names: ReadonlyMap<string, string>;
  readonly leftOut: readonly LeftOutTool[];
  readonly diagnostics: readonly Diagnostic[];
}

export const NO_TOOLS: RemoteTools = {
  ...{ offered: [], names: new Map(), leftOut: [], diagnostics: [] },
};

/** A server whose name has two underscores in a row could pass its tools off as another server's. */
export function isServerName(name: string): boolean {
  return SERVER_NAME.test(name);
}

/** What listed tools are held to. */
export interface ListingRules {
  readonly limits: ResolvedLimits;
  /** Knows the secrets that were given out: a server may put its own into what it lists. */
  readonly redactor: Redactor | undefined;
}

/**
 * Turns what a server lists into descriptions under names of ours. Nothing of it is trusted: schemas
 * are passed on as data, to be bounded by the registry, and never compiled.
 */
export function describeRemoteTools(
  server: McpServerConfig,
  listed: readonly ListedEntry[],
  { limits, redactor }: ListingRules,
): RemoteTools {
  const offered: PinnedTool[] = [];
  const names = new Map<string, string>();
  const leftOut: LeftOutTool[] = [];
  const taken = new Set<string>();
  const nameOf = createNaming(server);
  const excludes = createChoice(server);
  for (const tool of listed) {
    const name = nameOf(tool.name);
    const excluded = excludes(tool.name);
    const clean = redactor?.redact(tool.name) ?? tool.name;
    const shown = showOnOneLine(clean.slice(0, SHOWN_CHARS));
    if (clean !== tool.name) {
      leftOut.push({ tool: shown, reason: 'Its name holds a secret that the server was given.' });
    } else if (excluded !== undefined) leftOut.push({ tool: shown, name, ...excluded });
    else if (entryKind(tool.name) !== (tool.kind ?? 'tool')) {
      const reason = 'A tool of this name would be taken for a prompt or a resource.';
      // The prompt of that name is another thing.
      leftOut.push({ tool: `tool ${shown}`, reason });
    } else if (!isEntryName(name, { kind: 'mcp', server: server.name })) {
      const written = showOnOneLine(name.slice(0, SHOWN_CHARS));
      leftOut.push({ tool: shown, reason: `"${written}" is not ${NAME_FORMS[entryKind(name)]}.` });
    } else if (taken.has(foldName(name))) {
      const reason = `"${name}" is the name of another tool of this server.`;
      leftOut.push({ tool: shown, name, reason });
    } else if (!isShallow(tool)) {
      const reason = `The schema of "${shown}" is nested too deep.`;
      leftOut.push({ tool: shown, name, reason });
    } else if (headerFault(server, tool) !== undefined) {
      const reason = `The schema of "${shown}" cannot be used over HTTP: ${headerFault(server, tool)}.`;
      leftOut.push({ tool: shown, name, reason });
    } else {
      taken.add(foldName(name));
      names.set(tool.name, name);
      const described = describeOffered(tool, limits);
      offered.push(redactor === undefined ? described : withoutSecrets(described, redactor));
    }
  }
  // Where the configuration leaves a tool out, all is well.
  const faults = leftOut.filter(({ path }) => path === undefined);
  const diagnostics = [
    ...faults.map(({ tool, reason }) => refused(tool, reason)),
    ...unmatchedEntries(server, listed),
  ];
  return { offered, names, leftOut, diagnostics };
}

/** Arguments are repeated in headers only on the way to an address. */
function headerFault({ url }: McpServerConfig, { inputSchema }: ListedEntry): string | undefined {
  return url === undefined ? undefined : findHeaderFault(inputSchema);
}

/** A report that a tool of a server is not there. */
export function refused(subject: string, detail: string): Diagnostic {
  const { summary, hint } = ERROR_CODES.mcp_tool_refused;
  return {
    code: 'mcp_tool_refused',
    severity: 'warning',
    subject: subject.slice(0, SHOWN_CHARS),
    message: `${summary} ${detail}`,
    hint,
  };
}

/** Whether it can be written as text at all; what is deeper than the limits is for the registry to refuse. */
function isShallow({ inputSchema, outputSchema }: ListedEntry): boolean {
  const deepest = 4 * LIMITS.schemaDepth.ceiling;
  return jsonDepthWithin(inputSchema, deepest) && jsonDepthWithin(outputSchema, deepest);
}

function describeOffered(tool: ListedEntry, { descriptionChars }: ResolvedLimits): PinnedTool {
  const { name, description = '', inputSchema, outputSchema, annotations, mimeType } = tool;
  return {
    name,
    description: description.slice(0, descriptionChars),
    schema: inputSchema,
    ...(isObjectSchema(outputSchema) ? { outputSchema } : {}),
    annotations: pickAnnotations(tool.title ?? annotations?.title, annotations),
    ...(mimeType === undefined ? {} : { mimeType: mimeType.slice(0, SHOWN_CHARS) }),
  };
}

function withoutSecrets({ name, ...definition }: PinnedTool, redactor: Redactor): PinnedTool {
  // Parsed JSON, and of the same shape afterwards: only texts in it change.
  const data: object = definition;
  const redacted: unknown = redactor.redactJson(data as JsonValue);
  return { name, ...(redacted as Omit<PinnedTool, 'name'>) };
}

function isObjectSchema(
  schema: ListedEntry['outputSchema'],
): schema is NonNullable<ListedEntry['outputSchema']> {
  return schema !== undefined && Object.hasOwn(schema, 'type') && schema['type'] === 'object';
}

function pickAnnotations(
  title: string | undefined,
  annotations: ListedEntry['annotations'] = {},
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
