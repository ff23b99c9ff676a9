import {
  type Attachment,
  type CallDeciders,
  type CapabilityBackends,
  type Diagnostic,
  type Disposer,
  type ExecutedCall,
  type ExtensionPlace,
  type LimitSettings,
  type Logger,
  MCP_NAME_PREFIX,
  MortiseError,
  mcpServerOf,
  type RequestedCall,
  resolveLimits,
  type Tool,
  type ToolContext,
  type ToolDefinition,
  type ToolEntry,
  type ToolFilterOpts,
  type ToolOrigin,
  type ToolRegistry,
  type ToolResultReducerRegistry,
} from '@mortise/contracts';
import { createHostHooks, type HostHooks } from '../hooks/host-hooks.ts';
import { CallTally, type TallyCounts } from '../pipeline/call-tally.ts';
import { completeContext } from '../pipeline/complete-context.ts';
import { createPipeline, type PipelineSettings } from '../pipeline/create-pipeline.ts';
import { executeCalls } from '../pipeline/execute-calls.ts';
import type { PipelineParts } from '../pipeline/pipeline-parts.ts';
import { readCalls } from '../pipeline/read-calls.ts';
import { toToolResult } from '../pipeline/tool-result.ts';
import { createDisposer } from '../registry/create-disposer.ts';
import { SILENT_LOGGER } from '../registry/silent-logger.ts';
import { isToolAvailable } from '../registry/tool-availability.ts';
import { type Registration, ToolCatalog } from '../registry/tool-catalog.ts';
import type { ToolGate } from '../registry/tool-gate.ts';
import { DefinitionCache } from './definition-cache.ts';
import { createFilterGate } from './filter-gate.ts';

export interface RegistryOptions extends PipelineSettings, CallDeciders {
  readonly logger?: Logger;
  readonly hooks?: HostHooks;
  /** Brings its own limits. */
  readonly catalog?: ToolCatalog;
  readonly limits?: LimitSettings;
}

export interface RegisterOptions {
  readonly pluginId?: string;
  /** Only the literal `true` counts. */
  readonly optional?: boolean;
  /** Place of the extension in the configuration. */
  readonly order?: number;
}

/**
 * The seed's registry: registration, listing and execution over one catalog and one pipeline.
 * A host with policies uses the same parts with the resolver's gate in place of the filter gate.
 */
export class DefaultToolRegistry implements ToolRegistry {
  readonly catalog: ToolCatalog;
  readonly hooks: HostHooks;
  readonly #parts: PipelineParts;
  readonly #logger: Logger;
  readonly #definitions = new DefinitionCache();
  readonly #tally = new CallTally();
  readonly #skipped: Diagnostic[] = [];
  readonly #places = new Map<string, ExtensionPlace>();

  constructor(
    capabilityBackends: CapabilityBackends = {},
    reducerRegistry?: ToolResultReducerRegistry,
    options: RegistryOptions = {},
  ) {
    this.#logger = options.logger ?? SILENT_LOGGER;
    const limits = resolveLimits(options.limits);
    this.catalog = options.catalog ?? new ToolCatalog({ limits: () => limits });
    this.hooks = options.hooks ?? createHostHooks(this.#logger);
    this.#tally.follow(this.hooks);
    const needs = { catalog: this.catalog, hooks: this.hooks, logger: this.#logger };
    const given = { backends: capabilityBackends, reducers: reducerRegistry };
    const { stops, rules, rates, approvals } = options;
    const deciders = { stops, rules, rates, approvals };
    this.#parts = createPipeline({ ...needs, ...given, ...deciders }, options);
  }

  register(tool: Tool, options: RegisterOptions = {}): Disposer {
    const origin = originOf(tool, options);
    const candidate = { tool, origin, optional: options.optional };
    if (typeof tool?.execute !== 'function') {
      throw new MortiseError('tool_invalid', 'It has no execute function.');
    }
    this.#place(options);
    const claim = this.catalog.claim(candidate, { kind: 'in-process', tool });
    if (claim.status === 'taken') return claim.disposer;
    if (origin.kind !== 'extension') throw faultOf(claim.diagnostic);
    this.#skipped.push(claim.diagnostic);
    this.#logger.warn({ ...claim.diagnostic }, 'A tool of an extension was skipped.');
    return claim.status === 'skipped' ? claim.disposer : createDisposer(() => undefined);
  }

  registerAll(tools: readonly Tool[]): Disposer {
    const disposers: Disposer[] = [];
    const disposeAll = createDisposer(() => {
      for (const dispose of disposers) dispose();
    });
    try {
      for (const tool of tools) disposers.push(this.register(tool));
    } catch (error) {
      disposeAll();
      throw error;
    }
    return disposeAll;
  }

  unregister(name: string): void {
    this.catalog.release(name);
  }

  get(name: string): Tool | undefined {
    return codeOf(this.catalog.find(name));
  }

  getAvailable(): readonly Tool[] {
    return this.#toolsWhere(() => true);
  }

  getForToolset(toolset: string): readonly Tool[] {
    return this.#toolsWhere((entry) => entry.toolset === toolset);
  }

  /** What was skipped or refused at registration, oldest first. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.#skipped];
  }

  tally(): TallyCounts {
    return this.#tally.counts();
  }

  async executeParallel(
    calls: readonly RequestedCall[],
    context: ToolContext,
    allowedTools?: readonly string[],
    filterOpts: ToolFilterOpts = {},
    turnAttachments?: readonly Attachment[],
  ): Promise<readonly ExecutedCall[]> {
    const gate = this.#gate(allowedTools, filterOpts);
    const batch = {
      calls: readCalls(calls, 'toolCallId'),
      context: completeContext(
        turnAttachments === undefined ? context : { ...context, attachments: turnAttachments },
        this.#parts.logger,
      ),
      gate,
      limits: this.catalog.limits,
    };
    const reports = await executeCalls(batch, this.#parts);
    return reports.map(({ callId, toolName, outcome, durationMs }) => ({
      toolCallId: callId,
      name: toolName,
      result: toToolResult(outcome),
      durationMs,
    }));
  }

  toDefinitions(
    allowedTools?: readonly string[],
    filterOpts: ToolFilterOpts = {},
  ): readonly ToolDefinition[] {
    const { revision, entries } = this.catalog.snapshot();
    const unavailable = this.#unavailable();
    const key = JSON.stringify([allowedTools ?? null, filterOpts, [...unavailable]]);
    return this.#definitions.listFor(revision, key, () => {
      const gate = this.#gate(allowedTools, filterOpts);
      return entries.filter(
        (entry) => !unavailable.has(entry.name) && gate.refusalFor(entry) === undefined,
      );
    });
  }

  /** The last word on the place of an extension counts for all its tools. */
  #place({ pluginId, order }: RegisterOptions): void {
    if (pluginId === undefined || order === undefined) return;
    this.#places.set(pluginId, { id: pluginId, order, toolNames: [] });
    this.catalog.arrange([...this.#places.values()]);
  }

  #gate(allowedTools: readonly string[] | undefined, filterOpts: ToolFilterOpts): ToolGate {
    return createFilterGate(allowedTools, filterOpts, () => this.catalog.snapshot().entries);
  }

  #unavailable(): ReadonlySet<string> {
    const hidden = this.catalog
      .conditionalTools()
      .filter((tool) => !isToolAvailable(tool, this.#logger));
    return new Set(hidden.map(({ entry }) => entry.name));
  }

  #toolsWhere(matches: (entry: ToolEntry) => boolean): readonly Tool[] {
    return this.catalog.snapshot().entries.flatMap((entry) => {
      if (!matches(entry)) return [];
      const tool = this.catalog.find(entry.name);
      const code = codeOf(tool);
      return tool === undefined || code === undefined || !isToolAvailable(tool, this.#logger)
        ? []
        : [code];
    });
  }
}

function originOf(tool: Tool, { pluginId }: RegisterOptions): ToolOrigin {
  if (pluginId !== undefined) return { kind: 'extension', id: pluginId };
  const name: unknown = tool?.name;
  const isMcp = typeof name === 'string' && name.startsWith(MCP_NAME_PREFIX);
  const server = isMcp ? mcpServerOf(name) : undefined;
  return server === undefined ? { kind: 'core' } : { kind: 'mcp', server };
}

function faultOf({ code, message, subject }: Diagnostic): MortiseError {
  return new MortiseError(code, `(${subject}) ${message}`);
}

function codeOf(tool: Registration | undefined): Tool | undefined {
  return tool?.implementation.kind === 'in-process' ? tool.implementation.tool : undefined;
}
