import type { Attachment } from './attachment.ts';
import type { Disposer } from './disposer.ts';
import type { RequestedCall } from './requested-call.ts';
import type { Tool, ToolContext, ToolDefinition, ToolResult } from './tool.ts';

/** Filters beside the toolset. A list that is there gates; one that is absent does not. */
export interface ToolFilterOpts {
  readonly allowedMcpServers?: readonly string[];
  /** Full names of MCP tools, `mcp__<server>__<tool>`. */
  readonly allowedMcpTools?: readonly string[];
  readonly allowedPlugins?: readonly string[];
  readonly excludeTools?: readonly string[];
  /** The seed reads an empty `allowedTools` as "no gate"; a host passes `deny`. */
  readonly emptyAllowlist?: 'allow' | 'deny';
}

export interface ExecutedCall {
  readonly toolCallId: string;
  readonly name: string;
  readonly result: ToolResult;
  readonly durationMs: number;
}

/** The seed's registry: what is registered, what may be listed, and how calls are run. */
export interface ToolRegistry {
  /** Throws `tool_name_invalid` or a clash for a core tool; a tool of an extension is skipped and reported. */
  register(tool: Tool, options?: { readonly pluginId?: string }): Disposer;
  /** All or nothing. */
  registerAll(tools: readonly Tool[]): Disposer;
  unregister(name: string): void;
  get(name: string): Tool | undefined;
  getAvailable(): readonly Tool[];
  getForToolset(toolset: string): readonly Tool[];
  /** Runs the calls side by side and answers in their order. Never throws. */
  executeParallel(
    calls: readonly RequestedCall[],
    context: ToolContext,
    allowedTools?: readonly string[],
    filterOpts?: ToolFilterOpts,
    turnAttachments?: readonly Attachment[],
  ): Promise<readonly ExecutedCall[]>;
  toDefinitions(
    allowedTools?: readonly string[],
    filterOpts?: ToolFilterOpts,
  ): readonly ToolDefinition[];
}
