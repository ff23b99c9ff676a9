import {
  type ConfigFile,
  type Diagnostic,
  type Disposer,
  EMBEDDER,
  type HostConfig,
  type JsonValue,
  type LimitName,
  type Logger,
  type McpServerConfig,
  type ReplicaRecord,
  type ResolvedLimits,
  type SecretSource,
  type SessionStore,
  type SkippedTool,
  type ToolDescription,
  type ToolEntry,
  type ToolRunner,
} from '@mortise/contracts';
import {
  type AskedArguments,
  BROKEN_LOADOUT_CODES,
  type ChangePreview,
  type HostHooks,
  type PipelineParts,
  type PolicyChange,
  type SelectedTools,
  type Simulation,
  type SlowPreview,
  type SurfaceDifference,
  type TallyCounts,
} from '@mortise/core';
import type { FleetStatus, JailStatus, Sandbox, SandboxStatus } from '@mortise/sandbox';
import type { AccessControl, ProposedChange } from '../access/access-control.ts';
import type { PolicyFacts } from '../access/policy-copy.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { HostAudit } from '../audit/host-audit.ts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';
import type { ConfigPlace } from '../config/config-document.ts';
import type { ConfigProposal } from '../config/config-holder.ts';
import type { DiagnosticSource } from '../diagnostics/diagnostic-sources.ts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import type { AgentIdentity } from '../identity/agent-identity.ts';
import type { CloseOptions } from '../lifetime/host-lifetime.ts';
import type { HostRates } from '../rates/host-rates.ts';
import type { ClientSessions } from '../replicas/client-sessions.ts';
import type { ReplicaWatch } from '../replicas/replica-watch.ts';
import type { PruneReport } from '../retention/pruned.ts';
import type { PruneOptions, Pruner } from '../retention/pruner.ts';
import type { HostFleet } from '../runners/host-fleet.ts';
import type { ServerList } from '../servers/server-list.ts';
import type { ServerProcesses } from '../servers/server-processes.ts';
import type { ServerQuestion, ServerQuestions } from '../servers/server-questions.ts';
import type { HostStops } from '../stops/host-stops.ts';
import type { HostTelemetry } from '../telemetry/host-telemetry.ts';
import type { HostTokens } from '../tokens/host-tokens.ts';
import { AgentHandle } from './agent-handle.ts';
import { DefinitionLists } from './format-definitions.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostEventName, HostEvents } from './host-events.ts';
import type { HostJails, JailsInForce } from './host-jails.ts';
import type { HostLimits } from './host-limits.ts';
import type { OnceCalls } from './once-calls.ts';
import type { HostRegistry } from './open-registry.ts';
import { type ReloadOptions, recordReload } from './record-reload.ts';
import { redactLogger } from './redact-logger.ts';
import { createReload } from './reload-host.ts';
import type { ClaimedTools } from './runner-tools.ts';
import type { SessionHandle } from './session-handle.ts';

export interface HostParts {
  readonly basics: HostBasics;
  readonly configuration: HostConfiguration;
  readonly limits: HostLimits;
  readonly registry: HostRegistry;
  readonly store: SessionStore;
  readonly sandbox: Sandbox;
  readonly jails: HostJails;
  readonly fleet: HostFleet;
  readonly extensions: ExtensionLifecycle;
  readonly access: AccessControl;
  readonly pipeline: PipelineParts;
  readonly pruner: Pruner;
  readonly audit: HostAudit;
  readonly telemetry: HostTelemetry;
  readonly stops: HostStops;
  readonly rates: HostRates;
  readonly identity: AgentIdentity;
  readonly workingDir: string;
  readonly configFolder: string;
  readonly tokens: HostTokens;
  readonly approvals: Approvals;
  readonly servers: ServerList;
  readonly serverProcesses: ServerProcesses;
  readonly serverQuestions: ServerQuestions;
  readonly secretSource: SecretSource;
  readonly once: OnceCalls;
  /** Absent where the state is not shared. */
  readonly replicas?: ReplicaWatch | undefined;
  /** Absent where the state is not shared. */
  readonly clientSessions?: ClientSessions;
}

/** A running host. Nothing of it is global: a program may hold as many as it likes. */
export class Host implements AsyncDisposable {
  readonly #parts: HostParts;
  readonly #definitions = new DefinitionLists();
  readonly #reload: (config: ConfigFile | string) => Promise<ConfigProposal>;

  constructor(parts: HostParts) {
    this.#parts = parts;
    this.#reload = createReload({ ...parts.basics, ...parts });
  }

  /** False from the first `close` on: nothing begins any more. */
  get isClosed(): boolean {
    return this.#parts.basics.lifetime.isClosed;
  }

  /** Where an embedder may listen and object. */
  get hooks(): HostHooks {
    return this.#parts.registry.hooks;
  }

  /** What was decided and done: writes down what operators do. */
  get audit(): HostAudit {
    return this.#parts.audit;
  }

  /** Loads, reloads, unloads and lists extensions; a failed one is a state, never a throw. */
  get extensions(): ExtensionLifecycle {
    return this.#parts.extensions;
  }

  /** The calls that wait for a person: lists them, decides them, tells of them. */
  get approvals(): Approvals {
    return this.#parts.approvals;
  }

  /** Makes, lists and revokes the tokens of clients, and recognises them. */
  get tokens(): HostTokens {
    return this.#parts.tokens;
  }

  /** The stop switch: for everything, an agent, an extension or an MCP server. */
  get stops(): HostStops {
    return this.#parts.stops;
  }

  /** Who agents are towards others: the keys that their tokens are checked with, and signatures of results. */
  get identity(): Pick<AgentIdentity, 'settings' | 'publicKeys' | 'signatureFor'> {
    return this.#parts.identity;
  }

  /** How much of the rates and budgets is used. */
  get rates(): Pick<HostRates, 'usage' | 'known' | 'refusals'> {
    return this.#parts.rates;
  }

  /** Traces and metrics; for a front that has requests of its own to tell of. */
  get telemetry(): HostTelemetry {
    return this.#parts.telemetry;
  }

  /** The configuration in force: frozen, and another object after a reload. */
  get config(): HostConfig {
    return this.#parts.configuration.current;
  }

  /** The agents of the configuration, by id. */
  get agentIds(): readonly string[] {
    return this.config.agents.map(({ id }) => id);
  }

  /** The MCP servers of the configuration; a gateway connects them. */
  get mcpServers(): readonly McpServerConfig[] {
    return this.config.mcpServers;
  }

  /** The MCP servers that are mounted: how each is, its tools, its last words. */
  get servers(): ServerList {
    return this.#parts.servers;
  }

  /** Starts the programs of MCP servers, each in its jail. */
  get serverProcesses(): ServerProcesses {
    return this.#parts.serverProcesses;
  }

  /** The folder of the configuration file; where the program was started if there is no file. */
  get configFolder(): string {
    return this.#parts.configFolder;
  }

  /** Throws `unknown_agent` if the configuration has no such agent, `host_closed` after `close`. */
  agent(agentId: string): AgentHandle {
    const { access, pipeline, workingDir, basics, once } = this.#parts;
    const { lifetime } = basics;
    access.requireAgent(agentId);
    const definitions = this.#definitions;
    return new AgentHandle({ access, pipeline, lifetime, workingDir, definitions, agentId, once });
  }

  /** The hosts on the same state, this one included, as of a second ago; empty where it is not shared. */
  replicas(): readonly ReplicaRecord[] {
    return this.#parts.replicas?.all ?? [];
  }

  /** Sessions that clients opened at any host on the same state; absent where it is not shared. */
  get clientSessions(): ClientSessions | undefined {
    return this.#parts.clientSessions;
  }

  /** Every registered tool, permitted to an agent or not. */
  tools(): readonly ToolEntry[] {
    return this.#parts.access.snapshot().entries;
  }

  /** The registered tool of exactly this name. */
  tool(name: string): ToolEntry | undefined {
    return this.#parts.registry.catalog.find(name)?.entry;
  }

  /** Tools that lost their name to another and are not registered. */
  skippedTools(): readonly SkippedTool[] {
    return this.#parts.access.snapshot().skipped;
  }

  /** Every tool that stands elsewhere for the second session than for the first. */
  async diff(
    before: SessionHandle,
    after: SessionHandle,
    asked?: AskedArguments,
  ): Promise<readonly SurfaceDifference[]> {
    return this.#parts.access.diff(await before.question(), await after.question(), asked);
  }

  /** What would change for a session, if; changes nothing. */
  async simulate(
    session: SessionHandle,
    change: PolicyChange,
    asked?: AskedArguments,
  ): Promise<Simulation> {
    return this.#parts.access.simulate(await session.question(), change, asked);
  }

  /**
   * What a change would do to every agent: which tools appear and disappear, and which lists are read
   * in another way. Changes nothing, and does not say whether the configuration is good: see `check`.
   */
  preview(change: ProposedChange): ChangePreview {
    return this.#parts.access.preview(change);
  }

  /** The same, each agent when it is asked for, so that the work for thousands can give way to calls. */
  previewSlowly(change: ProposedChange): SlowPreview {
    return this.#parts.access.previewSlowly(change);
  }

  /** All that decisions are made from, as plain data: `createPolicyCopy` decides by it in another thread. */
  policyFacts(): PolicyFacts {
    return this.#parts.access.facts();
  }

  /** The tools that an entry of a list stands for, and what may have been meant if that is none. */
  select(text: string): SelectedTools {
    return this.#parts.access.select(text);
  }

  /** File and line of a config path; `undefined` for a configuration that came as an object. */
  locate(path: string): ConfigPlace | undefined {
    return this.#parts.configuration.locate(path);
  }

  /**
   * The one list of what an operator should know, worst first: of the configuration, the registry, the
   * extensions, the lock file, MCP servers, stored state and the audit log. Secrets are taken out.
   */
  diagnostics(): readonly Diagnostic[] {
    return this.#parts.basics.diagnostics.list();
  }

  /** Adds to that list what a part outside of the host has to say, until the disposer is called. */
  addDiagnostics(source: DiagnosticSource): Disposer {
    const { basics, configuration } = this.#parts;
    return basics.diagnostics.add(() => configuration.place(source()));
  }

  /** The log that a part of this host writes to, its own or the host's: known secrets are taken out. */
  logFor(own?: Logger): Logger {
    const { logger, secrets } = this.#parts.basics;
    return own === undefined ? logger : redactLogger(own, () => secrets.redactor());
  }

  /**
   * The same as a check before deployment sees it: a loadout that is unknown, extends an unknown one
   * or itself is an error, although the host runs without what it would select.
   */
  validate(): readonly Diagnostic[] {
    return this.diagnostics().map((each) =>
      BROKEN_LOADOUT_CODES.has(each.code) ? { ...each, severity: 'error' } : each,
    );
  }

  /**
   * Says what `reload` would say to this text, and changes nothing. The ending of the name gives the format.
   * A long text is read and checked in a thread of its own, so that no call waits for it.
   */
  checkConfig(text: string, fileName = 'mortise.config.yaml'): Promise<readonly Diagnostic[]> {
    return this.#parts.configuration.checkText(text, fileName);
  }

  /**
   * What is wrong with a configuration given what is registered now, or would be if one extension came,
   * changed or went; changes nothing.
   */
  check(config: HostConfig, extension?: ProposedChange['extension']): readonly Diagnostic[] {
    if (extension !== undefined) return this.#parts.access.check(config, extension);
    return this.#parts.configuration.findings(config);
  }

  /**
   * Replaces the configuration if it is good, and takes up code of extensions that changed, each
   * through its update gate; a bad one changes nothing and says why, so does a closed host. It is
   * written into the audit log, with who asked for it: the embedder if absent.
   */
  async reload(
    config: ConfigFile | string,
    { by = EMBEDDER }: ReloadOptions = {},
  ): Promise<ConfigProposal> {
    const proposal = await this.#reload(config);
    const { audit, basics } = this.#parts;
    const file = typeof config === 'string' ? config : 'an object';
    recordReload({ audit, logger: basics.logger }, { by, file, proposal });
    return proposal;
  }

  /** Listens to what the host tells, until the disposer is called. A listener changes nothing. */
  on<Name extends HostEventName>(
    name: Name,
    listener: (value: HostEvents[Name]) => void,
  ): Disposer {
    return this.#parts.basics.events.on(name, listener);
  }

  /**
   * Calls back after the registry or the configuration changed: what a request gets may be different
   * from then on. Changes come in bursts; a listener that throws is logged.
   */
  onChange(listener: () => void): Disposer {
    return this.#parts.basics.events.on('changed', () => listener());
  }

  /**
   * Registers the tools of an MCP server; `runner` runs them. Never throws: a tool that cannot be
   * taken is a diagnostic, and the others live.
   */
  registerRunnerTools(
    server: string,
    tools: readonly ToolDescription[],
    runner: ToolRunner,
  ): ClaimedTools {
    return this.#parts.registry.runnerTools.claim(server, tools, runner);
  }

  /**
   * Puts what an MCP server asks to who is behind one of its calls, within what is granted to it. Rejects with a
   * `CapabilityRefusal`, which says why.
   */
  askForServer(server: McpServerConfig, question: ServerQuestion): Promise<JsonValue> {
    return this.#parts.serverQuestions.ask(server, question);
  }

  /**
   * For a gateway: there are calls that must not be held up. What a change of the registry makes of a large
   * configuration is then worked out between them, and `diagnostics` has it a moment later.
   */
  beginServing(): void {
    this.#parts.access.beginServing();
  }

  /** The limits in force, for an MCP server its own. */
  limits(server?: string): ResolvedLimits {
    const { limits } = this.#parts;
    return (server === undefined ? undefined : limits.ofServer(server)) ?? limits.host;
  }

  /** The highest value that a limit has for any tool: what a front must let through. */
  highestLimit(name: LimitName): number {
    return this.#parts.registry.catalog.highestLimit(name);
  }

  /**
   * Has a value that was given to a server taken out of everything that leaves, like those of secrets, until
   * the disposer is called, if it ever is.
   */
  redactSecret(value: string): Disposer {
    return this.#parts.basics.secrets.hold(value);
  }

  /** Takes secrets that were given out out of texts; `undefined` while none was. */
  redactor(): Redactor | undefined {
    return this.#parts.basics.secrets.redactor();
  }

  /**
   * The value of a secret, for a part of the program that has to pass it on, as a gateway does to an MCP
   * server; it is taken out of everything that leaves. `undefined` without such a secret, or any, and for
   * one that is kept per user: what all users share gets none of them.
   */
  async readSecret(name: string): Promise<string | undefined> {
    if (this.#parts.configuration.isPerUser(name)) return undefined;
    const { signal } = new AbortController();
    return this.#parts.secretSource.read(name, signal);
  }

  /** What holds programs that extensions were granted, by the last one that started. */
  programJail(): JailStatus {
    return this.#parts.jails.programs;
  }

  /** The same, after one that does nothing was started. */
  tryProgramJail(): Promise<JailStatus> {
    return this.#parts.jails.tryPrograms();
  }

  /**
   * What holds extensions, programs that they were granted, and MCP servers. Where nothing has started yet
   * that could say so, a process that does nothing is started for it, once.
   */
  jailsInForce(): Promise<JailsInForce> {
    return this.#parts.jails.inForce();
  }

  /**
   * The runner nodes that calls of extensions run on; `undefined` if all run on this machine. After a start it waits,
   * five seconds at most, until a node or a trouble is known.
   */
  fleet(): Promise<FleetStatus | undefined> {
    return this.#parts.fleet.whenKnown();
  }

  sandboxStatus(): SandboxStatus {
    return this.#parts.sandbox.status();
  }

  tally(): TallyCounts {
    return this.#parts.registry.tally.counts();
  }

  /**
   * Takes away what is older than `retention` of the configuration says, a little at a time so that no
   * call waits, and answers what went. A host does so only when it is asked: `mortise serve` asks at its
   * start and every hour. What is in use stays. Never rejects.
   */
  prune(options?: PruneOptions): Promise<PruneReport> {
    return this.#parts.pruner.run(options);
  }

  /** Calls that run; after `close` those that it waits for. */
  get callsRunning(): number {
    return this.#parts.basics.lifetime.running.size;
  }

  /** Has something closed with the host, when no call runs and before the host's own parts; what it throws is swallowed. */
  beforeClose(close: () => Promise<void>): Disposer {
    return this.#parts.basics.lifetime.beforeClose(close);
  }

  /**
   * Takes no more calls (`host_draining`), lets those that run end within `drainMs` (10 s if absent),
   * stops the others (`host_stopped`), then ends the runners and closes the state. Idempotent; a
   * later call with a shorter time shortens it.
   */
  close(options?: CloseOptions): Promise<void> {
    return this.#parts.basics.lifetime.close(options);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
