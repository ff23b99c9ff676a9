import type {
  Diagnostic,
  ExtensionPlace,
  HostConfig,
  SessionStore,
  SurfaceRequest,
  Tool,
  ToolContext,
  ToolOrigin,
  ToolResult,
  ToolSurface,
} from '@mortise/contracts';
import {
  agentToolkits,
  CONTROL_PLANE_NAMES,
  createControlPlaneTools,
  createHostHooks,
  createPipeline,
  createSurfaceGate,
  createSurfaceResolver,
  DYNAMIC_TOOLS,
  executeCalls,
  isToolAvailable,
  loadoutsOfConfig,
  type PolicyInputs,
  SILENT_LOGGER,
  ToolCatalog,
  toToolResult,
  validateToolkits,
} from '@mortise/core';
import {
  collectDiagnostics,
  MemorySessionStore,
  type ParsedConfig,
  parseConfigObject,
  SessionService,
} from '@mortise/host';

/** A tool as cases describe them. */
export interface CaseTool extends Partial<Omit<Tool, 'name' | 'execute'>> {
  readonly name: string;
  readonly origin?: ToolOrigin;
  readonly optional?: boolean;
}

export interface CaseHostParts {
  readonly tools: readonly CaseTool[];
  /** Extensions without tools: they keep what is theirs. The others stand in the order of their tools. */
  readonly absent?: readonly ExtensionPlace[];
  readonly store?: SessionStore;
  /** Registers the control-plane tools too. */
  readonly withControlPlane?: boolean;
  readonly continuations?: number;
}

/** The smallest assembly of the product's own parts in which a case can run. */
export class CaseHost {
  readonly sessions: SessionService;
  /** What registration had to say. */
  readonly registration: readonly Diagnostic[];
  readonly #catalog = new ToolCatalog();
  readonly #pipeline = createPipeline({
    catalog: this.#catalog,
    hooks: createHostHooks(SILENT_LOGGER),
    logger: SILENT_LOGGER,
  });
  readonly #resolver = createSurfaceResolver();
  #inputs: PolicyInputs;

  constructor(parts: CaseHostParts) {
    this.sessions = new SessionService({
      store: parts.store ?? new MemorySessionStore(),
      logger: SILENT_LOGGER,
      continuations: parts.continuations ?? 0,
      surfaces: {
        toolkitsOf: (agentId, shape) => {
          const request = { ...shape, agentId, loadedToolkits: [], hasSession: true };
          return agentToolkits(this.#resolver.compile(this.#inputs, request));
        },
        resolve: (request, epoch) => this.resolve(request, epoch),
        snapshot: () => this.#inputs.snapshot,
      },
    });
    this.#catalog.arrange([...placesOf(parts.tools), ...(parts.absent ?? [])]);
    const controlPlane =
      parts.withControlPlane === true ? createControlPlaneTools(this.sessions) : [];
    this.registration = [...parts.tools, ...controlPlane].flatMap((tool) => this.#claim(tool));
    this.#inputs = this.#inputsFor(mustParse({}));
  }

  /** All errors of a configuration. It is in force even with errors, as long as it could be read. */
  configure(raw: unknown): readonly Diagnostic[] {
    const parsed = parseConfigObject(raw);
    if (parsed.status === 'ok') this.#inputs = this.#inputsFor(parsed.config);
    const found = collectDiagnostics(parsed, (config) => this.#check(config));
    return found.filter((each) => each.severity === 'error');
  }

  use(config: HostConfig): readonly Diagnostic[] {
    this.#inputs = this.#inputsFor(config);
    return this.#check(config).filter((each) => each.severity === 'error');
  }

  #check(config: HostConfig): readonly Diagnostic[] {
    const inputs = this.#inputsFor(config);
    return [
      ...validateToolkits(inputs.snapshot, config),
      ...loadoutsOfConfig(config).diagnostics,
      ...this.#resolver.check(inputs),
    ];
  }

  /** Registers one more tool while the host runs. */
  register(tool: CaseTool): void {
    this.#claim(tool);
    this.#inputs = this.#inputsFor(this.#inputs.config);
  }

  /** Takes a tool away while the host runs, as when its extension goes down. */
  release(name: string): void {
    this.#catalog.release(name);
    this.#inputs = this.#inputsFor(this.#inputs.config);
  }

  resolve(request: SurfaceRequest, epoch = 0): ToolSurface {
    const down = this.#catalog
      .conditionalTools()
      .filter((tool) => !isToolAvailable(tool, SILENT_LOGGER));
    const unavailable = down.map(({ entry }) => entry.name);
    return this.#resolver.resolve(this.#inputs, { ...request, unavailable }, epoch);
  }

  /** Runs one call in a request, as a session of the host does: through the gate of its surface. */
  async call(surface: ToolSurface, name: string, args: unknown = {}): Promise<ToolResult> {
    const context = { ...CONTEXT, agentId: surface.agentId, surface };
    const calls = [{ callId: 'case', name, args }];
    const gate = createSurfaceGate(surface);
    const { limits } = this.#catalog;
    const batch = { calls, context, gate, limits };
    const [finished] = await executeCalls(batch, this.#pipeline);
    if (finished === undefined) throw new Error('the pipeline gave no result');
    return toToolResult(finished.outcome);
  }

  #claim(tool: CaseTool): readonly Diagnostic[] {
    const { origin = { kind: 'core' }, optional, ...rest } = tool;
    const description = { description: tool.name, schema: { type: 'object' }, ...rest };
    const execute =
      'execute' in tool ? (tool as Tool).execute : () => ({ ok: true, value: tool.name }) as const;
    const claimed = this.#catalog.claim(
      { tool: description, origin, optional },
      { kind: 'in-process', tool: { ...description, execute } },
    );
    return claimed.status === 'taken' ? [] : [claimed.diagnostic];
  }

  #inputsFor(config: HostConfig): PolicyInputs {
    const snapshot = this.#catalog.snapshot();
    return { snapshot, config, loadouts: loadoutsOfConfig(config).loadouts };
  }
}

function placesOf(tools: readonly CaseTool[]): readonly ExtensionPlace[] {
  const ids = tools.flatMap(({ origin }) => (origin?.kind === 'extension' ? [origin.id] : []));
  return [...new Set(ids)].map((id, order) => ({ id, order, toolNames: [] }));
}

/**
 * Errors that a host reports at start-up and that a running one survives, because the registry or
 * the configuration may change under it: a case may ask what it does then.
 */
export function isSurvivable({ code }: Diagnostic): boolean {
  return ['scope_incompatible', 'toolkit_conflict', 'unregistered_tool'].includes(code);
}

/** Active names; the control-plane tools stand as one group, as in case files. */
export function activeNames(surface: ToolSurface): ReadonlySet<string> {
  const names = surface.active.map(({ name }) => name);
  return new Set(names.map((name) => (CONTROL_PLANE_NAMES.includes(name) ? DYNAMIC_TOOLS : name)));
}

export function mustParse(raw: unknown): HostConfig {
  const parsed: ParsedConfig = parseConfigObject(raw);
  if (parsed.status === 'ok') return parsed.config;
  throw new Error(parsed.diagnostics.map((each) => each.message).join('\n'));
}

const CONTEXT: ToolContext = {
  sessionId: 'case',
  sessionKey: 'case',
  platform: 'conformance',
  workingDir: '/',
  currentTurn: 1,
  messageCount: 1,
  abortSignal: new AbortController().signal,
  emit: () => undefined,
  resultBudgetChars: 80_000,
};
