/** A tool as OpenClaw plugins write it; every field is checked before it is used. */
export interface OpenClawTool {
  readonly name?: unknown;
  readonly id?: unknown;
  readonly description?: unknown;
  readonly parameters?: unknown;
  readonly inputSchema?: unknown;
  readonly execute?: unknown;
  readonly ownerOnly?: unknown;
}

/** What the sandbox gives a tool, as far as the other shape can use it. */
interface CallContext {
  readonly signal: unknown;
  progress(message: string): void;
}

/** Turns `execute(toolCallId, params, signal, onUpdate)` into `execute(id, params, ctx)`. */
export function adaptTool(tool: OpenClawTool): object {
  const execute = tool.execute;
  if (typeof execute !== 'function') return tool;
  return {
    name: tool.name ?? tool.id,
    description: typeof tool.description === 'string' ? tool.description : '',
    parameters: tool.parameters ?? tool.inputSchema ?? { type: 'object' },
    execute: async (toolCallId: string, params: unknown, ctx: CallContext) => {
      const onUpdate = (partial: unknown): void => ctx.progress(textOf(partial));
      return toResult(await execute.call(tool, toolCallId, params, ctx.signal, onUpdate));
    },
  };
}

interface PluginResult {
  readonly content?: unknown;
  readonly details?: unknown;
  readonly isError?: unknown;
}

/** Plugins answer with content and `details`, with a text, or with any other value. */
function toResult(value: unknown): object {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  const result = (typeof value === 'object' && value !== null ? value : {}) as PluginResult;
  if (!Array.isArray(result.content)) {
    return { content: [{ type: 'text', text: JSON.stringify(value) ?? 'null' }] };
  }
  const structured = plainCopy(result.details);
  return {
    content: result.content.map(toPart),
    ...(structured === undefined ? {} : { structured }),
    ...(result.isError === true ? { isError: true } : {}),
  };
}

/** Kinds of parts that both sides know; others are shown as text. */
const OTHER_PARTS: readonly string[] = ['image', 'audio', 'resource_link', 'resource'];

function toPart(part: unknown): unknown {
  const { type, text } = (part ?? {}) as { readonly type?: unknown; readonly text?: unknown };
  const isText = type === 'text' && typeof text === 'string';
  if (isText || (typeof type === 'string' && OTHER_PARTS.includes(type))) return part;
  return { type: 'text', text: typeof text === 'string' ? text : (JSON.stringify(part) ?? '') };
}

/** `details` may hold anything; what JSON cannot carry is left out rather than failing the call. */
function plainCopy(details: unknown): unknown {
  if (details === undefined) return undefined;
  try {
    return JSON.parse(JSON.stringify(details));
  } catch {
    return undefined;
  }
}

function textOf(partial: unknown): string {
  if (typeof partial === 'string') return partial;
  const { content, text } = (partial ?? {}) as {
    readonly content?: unknown;
    readonly text?: unknown;
  };
  if (typeof text === 'string') return text;
  if (!Array.isArray(content)) return 'progress';
  return content
    .map((part: { readonly text?: unknown } | null) =>
      typeof part?.text === 'string' ? part.text : '',
    )
    .join('');
}
