import {
  type AgentConfig,
  type Diagnostic,
  didYouMean,
  type HostConfig,
  type Logger,
  type McpServerState,
  MortiseError,
  type Refusal,
  type RegistrySnapshot,
  type SessionStore,
  type SurfaceRequest,
  type SurfaceShape,
  type ToolEntry,
  type ToolExplanation,
  type ToolOrigin,
  type ToolSurface,
} from '@mortise/contracts';
import {
  type AgentToolkits,
  type AskedArguments,
  agentToolkits,
  type ChangePreview,
  type CompiledPolicy,
  createSurfaceResolver,
  isToolAvailable,
  loadoutsOfConfig,
  type PolicyChange,
  type PolicyInputs,
  type RegistryChange,
  type SelectedTools,
  type Simulation,
  type SlowPreview,
  type SurfaceDifference,
  type SurfaceResolver,
  type ToolCatalog,
} from '@mortise/core';
import type { HostLifetime } from '../lifetime/host-lifetime.ts';
import type { HostRates } from '../rates/host-rates.ts';
import { SessionService } from '../state/session-service.ts';
import type { StopSwitch } from '../stops/stop-switch.ts';
import { checkAccess, findInAccess, weighFindings } from './check-access.ts';
import { explainDisabled, type SwitchedOff } from './explain-disabled.ts';
import { explainJail } from './explain-jail.ts';
import { explainQuarantine } from './explain-quarantine.ts';
import { explainRates } from './explain-rates.ts';
import { explainAbsent, explainServer } from './explain-server.ts';
import { explainStop } from './explain-stop.ts';
import { explainUnjailed } from './explain-unjailed.ts';
import type { PolicyFacts } from './policy-copy.ts';
import { type CheckedInputs, SlowCheck } from './slow-check.ts';

export interface AccessParts {
  readonly catalog: ToolCatalog;
  readonly store: SessionStore;
  readonly logger: Logger;
  readonly lifetime: HostLifetime;
  /** The configuration in force: another object after a reload. */
  readonly config: () => HostConfig;
  readonly continuations?: number;
  /** Ids of extensions that crashed too often and serve no call for a while. */
  readonly quarantined: () => readonly string[];
  /** Rates and budgets. */
  readonly rates: Pick<HostRates, 'usageOf'>;
  /** The stop that keeps a tool from an agent. */
  readonly stopOf: StopSwitch['stopOf'];
  /** What holds the processes of extensions, for people. */
  readonly jail: (extensionId: string) => string;
  /** Extensions that serve no call because a jail is required and cannot be made. */
  readonly unjailed: UnjailedExtensions;
  /** Where a jail is required: resolves once it was tried. Never rejects. */
  readonly tryRequiredJail: () => Promise<unknown>;
  /** Resolves once it is known what holds the extension of a tool. Never rejects. */
  readonly tryJailsOf: (tool: string) => Promise<unknown>;
  /** Whether the code of an extension is compiled. */
  readonly jit: (extensionId: string) => 'on' | 'off';
  /** What holds the programs that an extension was granted; undefined if it was granted none. */
  readonly programs: (extensionId: string) => string | undefined;
  /** Extensions that are switched off. */
  readonly disabled: () => readonly SwitchedOff[];
  /** Names of tools whose MCP server is not connected. */
  readonly disconnected: () => readonly string[];
  /** How the MCP server is that a tool of this name would belong to. */
  readonly serverOfTool: (tool: string) => McpServerState | undefined;
  /** Whether tools may be missing only because an extension of this configuration is not loaded. */
  readonly lacksExtensions: (config: HostConfig) => boolean;
}

/** See `MissingJail`. */
export interface UnjailedExtensions {
  extensions(): readonly string[];
  refusalFor(origin: ToolOrigin): Refusal | undefined;
}

/** A change that is not made yet: the configuration, the tools of one extension, or both. */
export interface ProposedChange {
  /** The one in force if absent. */
  readonly config?: HostConfig;
  /** An extension that comes, changes or (without `tools`) goes. */
  readonly extension?: RegistryChange;
}

/** Few enough to be read in one line. */
const MOST_AGENTS_NAMED = 10;

function describeKnown(agentIds: readonly string[]): string {
  const names = agentIds.slice(0, MOST_AGENTS_NAMED).join(', ');
  const more = agentIds.length > MOST_AGENTS_NAMED ? ', …' : '';
  return agentIds.length === 0 ? '; there are none.' : `; there are: ${names}${more}.`;
}

/** What was found the last time, and what it depended on. */
interface CheckedConfig extends Pick<PolicyInputs, 'snapshot'> {
  readonly found: readonly Diagnostic[];
  readonly isLacking: boolean;
  readonly weighed: readonly Diagnostic[];
}

/** What `findInAccess` found in a copy of a configuration and a registry. */
export interface FoundElsewhere extends Pick<PolicyInputs, 'config' | 'snapshot'> {
  readonly found: readonly Diagnostic[];
}

/** What a surface was resolved from. */
export interface ResolvedQuestion extends Pick<PolicyInputs, 'config' | 'snapshot'> {
  readonly request: SurfaceRequest;
}

/** Which agent may use which tool now. The one place that asks the resolver. */
export class AccessControl {
  readonly sessions: SessionService;
  readonly #parts: AccessParts;
  readonly #resolver: SurfaceResolver = createSurfaceResolver({});
  #inputs: PolicyInputs | undefined;
  // Weak in the configuration: one that is only tried must not drive out what is known of the one in force.
  readonly #checked = new WeakMap<HostConfig, CheckedConfig>();
  readonly #questions = new WeakMap<ToolSurface, ResolvedQuestion>();
  readonly #toolkits = new WeakMap<CompiledPolicy, AgentToolkits>();
  // Asked several times for every request, of up to thousands of agents.
  readonly #agentIds = new WeakMap<HostConfig, ReadonlySet<string>>();
  readonly #slowCheck: SlowCheck;
  #isServing = false;

  constructor(parts: AccessParts) {
    this.#parts = parts;
    this.#slowCheck = new SlowCheck({
      resolver: this.#resolver,
      current: () => ({ config: this.config, snapshot: this.snapshot() }),
      take: (inputs, found) => void this.takeFindings({ ...inputs, found }),
    });
    this.sessions = new SessionService({
      store: parts.store,
      logger: parts.logger,
      ...(parts.continuations === undefined ? {} : { continuations: parts.continuations }),
      surfaces: {
        toolkitsOf: (agentId, shape) => this.#toolkitsOf(agentId, shape),
        resolve: (request, epoch) => this.#resolve(request, epoch),
        snapshot: () => this.snapshot(),
      },
    });
  }

  /** What a surface of this host was resolved from; `undefined` for any other. */
  questionOf(surface: ToolSurface): ResolvedQuestion | undefined {
    return this.#questions.get(surface);
  }

  /** A new one takes effect at the next request of each session; those under way keep their surface. */
  get config(): HostConfig {
    return this.#parts.config();
  }

  snapshot(): RegistrySnapshot {
    return this.#parts.catalog.snapshot();
  }

  /** The same object while neither registry nor configuration changed: caches are keyed by it. */
  inputs(): PolicyInputs {
    const snapshot = this.snapshot();
    const { config } = this;
    const known = this.#inputs;
    if (known?.snapshot === snapshot && known.config === config) return known;
    const loadouts = known?.config === config ? known.loadouts : loadoutsOfConfig(config).loadouts;
    this.#inputs = Object.freeze({ snapshot, config, loadouts });
    return this.#inputs;
  }

  /**
   * Everything that is wrong with a configuration given what is registered, or would be after a change of
   * one extension. The former is kept, because health asks often.
   */
  check(config: HostConfig, extension?: RegistryChange): readonly Diagnostic[] {
    const isLacking = this.#parts.lacksExtensions(config);
    if (extension !== undefined) {
      const changed = this.#parts.catalog.snapshotWith(extension);
      return checkAccess({ config, snapshot: changed }, this.#resolver, isLacking);
    }
    const snapshot = this.snapshot();
    const last = this.#checked.get(config);
    if (last?.snapshot === snapshot && last.isLacking === isLacking) return last.weighed;
    if (last !== undefined && last.snapshot !== snapshot && this.#mustWait({ config, snapshot })) {
      this.#slowCheck.begin();
      return last.weighed;
    }
    const found =
      last?.snapshot === snapshot ? last.found : findInAccess({ config, snapshot }, this.#resolver);
    return this.takeFindings({ config, snapshot, found });
  }

  /**
   * From here on there are calls that must not be held up: what a change of the registry makes of a large configuration
   * is worked out between them, and until then what was found before it is answered.
   */
  beginServing(): void {
    this.#isServing = true;
  }

  #mustWait(inputs: CheckedInputs): boolean {
    return this.#isServing && inputs.config === this.config && SlowCheck.isLong(inputs);
  }

  /** Takes over what was found elsewhere by the same rules, so that it is not worked out again here. */
  takeFindings({ config, snapshot, found }: FoundElsewhere): readonly Diagnostic[] {
    const isLacking = this.#parts.lacksExtensions(config);
    const weighed = weighFindings(found, config, isLacking);
    this.#checked.set(config, { snapshot, found, isLacking, weighed });
    return weighed;
  }

  /** Throws `unknown_agent`: an agent that is not configured has no tools to ask for; or `host_closed`. */
  requireAgent(agentId: string): void {
    this.#parts.lifetime.requireOpen();
    if (!this.hasAgent(agentId)) {
      const known = this.config.agents.map(({ id }) => id);
      const question = didYouMean(agentId, known) || describeKnown(known);
      throw new MortiseError('unknown_agent', `"${agentId.slice(0, 100)}"${question}`);
    }
  }

  hasAgent(agentId: string): boolean {
    const { config } = this;
    const known = this.#agentIds.get(config) ?? new Set(config.agents.map(({ id }) => id));
    this.#agentIds.set(config, known);
    return known.has(agentId);
  }

  unavailable(): readonly string[] {
    const { catalog, logger, quarantined, disconnected, unjailed } = this.#parts;
    const down = catalog.conditionalTools().filter((tool) => !isToolAvailable(tool, logger));
    return [
      ...down.map(({ entry }) => entry.name),
      ...quarantined(),
      ...unjailed.extensions(),
      ...disconnected(),
    ];
  }

  /** Where a jail is required, whether there is one is known after this. Never rejects. */
  async tryRequiredJail(): Promise<void> {
    await this.#parts.tryRequiredJail();
  }

  /** What a call of a tool that is down is refused with, where more is known than that. */
  readonly outageOf = (entry: ToolEntry): Refusal | undefined =>
    this.#parts.unjailed.refusalFor(entry.origin);

  explain(
    request: SurfaceRequest,
    tool?: string,
    asked?: AskedArguments,
  ): readonly ToolExplanation[] {
    const explained =
      tool === undefined
        ? this.#resolver.explainAll(this.inputs(), request)
        : this.#resolver.explain({ inputs: this.inputs(), request }, tool, asked);
    if (tool !== undefined && explained.length === 0) {
      const { disabled, serverOfTool } = this.#parts;
      return [...explainDisabled(tool, disabled()), ...explainAbsent(tool, serverOfTool)];
    }
    const quarantined = new Set(this.#parts.quarantined());
    const unjailed = new Set(this.#parts.unjailed.extensions());
    const whole =
      quarantined.size + unjailed.size === 0
        ? explained
        : explained.map((each) => explainUnjailed(explainQuarantine(each, quarantined), unjailed));
    if (tool === undefined) return whole;
    const { jail, jit, programs, stopOf, serverOfTool } = this.#parts;
    return whole.map((each) =>
      explainStop(
        explainServer(explainJail(each, { jail, jit, programs }), serverOfTool),
        stopOf(each.origin, request.agentId),
      ),
    );
  }

  /** The same with the rates that calls of the tool are counted by. */
  async explainCounted(
    request: SurfaceRequest,
    tool?: string,
    asked?: AskedArguments,
  ): Promise<readonly ToolExplanation[]> {
    // A host that remembers what extensions register has started nothing yet that could say what holds them.
    if (tool !== undefined) await this.#parts.tryJailsOf(tool);
    const explained = this.explain(request, tool, asked);
    if (tool === undefined) return explained;
    const context = { agentId: request.agentId, sessionKey: '' };
    return Promise.all(
      explained.map(async (each) => {
        const call = { entry: { name: each.tool, origin: each.origin }, context };
        // What cannot be read now is in the list of trouble, and explains nothing here.
        return explainRates(each, await this.#parts.rates.usageOf(call).catch(() => []));
      }),
    );
  }

  diff(
    before: SurfaceRequest,
    after: SurfaceRequest,
    asked?: AskedArguments,
  ): readonly SurfaceDifference[] {
    const inputs = this.inputs();
    return this.#resolver.diff({ inputs, request: before }, { inputs, request: after }, asked);
  }

  simulate(request: SurfaceRequest, change: PolicyChange, asked?: AskedArguments): Simulation {
    return this.#resolver.simulate({ inputs: this.inputs(), request }, change, asked);
  }

  /** The rules on programs that a tool of an agent is held to; `undefined` if there are none. */
  programRules(agentId: string): CompiledPolicy['argumentRules'] {
    const request = { agentId, loadedToolkits: [], hasSession: false };
    return this.#resolver.compile(this.inputs(), request).argumentRules;
  }

  /** What the configuration says of an agent; `undefined` if it has none. */
  agentConfig(agentId: string): AgentConfig | undefined {
    return this.config.agents.find(({ id }) => id === agentId);
  }

  /** All that decisions are made from, as plain data: for another thread. */
  facts(): PolicyFacts {
    const { config, snapshot } = this.inputs();
    const isLacking = this.#parts.lacksExtensions(config);
    return { config, snapshot, unavailable: this.unavailable(), isLacking };
  }

  /** What a change would do to every agent at the start of a session; changes nothing. */
  preview(change: ProposedChange): ChangePreview {
    return this.#resolver.preview(this.inputs(), this.#inputsAfter(change), this.unavailable());
  }

  /** The same, agent by agent as they are asked for. */
  previewSlowly(change: ProposedChange): SlowPreview {
    const after = this.#inputsAfter(change);
    return this.#resolver.previewSlowly(this.inputs(), after, this.unavailable());
  }

  #inputsAfter({ config = this.config, extension }: ProposedChange): PolicyInputs {
    const now = this.inputs();
    const snapshot =
      extension === undefined ? now.snapshot : this.#parts.catalog.snapshotWith(extension);
    const loadouts = config === now.config ? now.loadouts : loadoutsOfConfig(config).loadouts;
    return { snapshot, config, loadouts };
  }

  /** What an entry of a list stands for now. */
  select(text: string): SelectedTools {
    return this.#resolver.select(this.inputs(), text);
  }

  /** A reload may have dropped the agent meanwhile; one that is not configured would have no limits. */
  #resolve(request: SurfaceRequest, epoch: number): ToolSurface {
    this.requireAgent(request.agentId);
    const inputs = this.inputs();
    const surface = this.#resolver.resolve(inputs, request, epoch);
    this.#questions.set(surface, { config: inputs.config, snapshot: inputs.snapshot, request });
    return surface;
  }

  #toolkitsOf(agentId: string, shape: SurfaceShape): AgentToolkits {
    this.requireAgent(agentId);
    const request = { ...shape, agentId, loadedToolkits: [], hasSession: false };
    const policy = this.#resolver.compile(this.inputs(), request);
    const toolkits = this.#toolkits.get(policy) ?? agentToolkits(policy);
    this.#toolkits.set(policy, toolkits);
    return toolkits;
  }
}
