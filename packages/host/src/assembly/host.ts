import type {
  Diagnostic,
  Disposer,
  HostConfig,
  McpServerConfig,
  ToolDescription,
  ToolEntry,
  ToolRunner,
} from '@mortise/contracts';
import type {
  HostHooks,
  PipelineParts,
  PolicyChange,
  Simulation,
  SurfaceDifference,
  TallyCounts,
} from '@mortise/core';
import { createDisposer } from '@mortise/core';
import type { SandboxStatus } from '@mortise/sandbox';
import type { AccessControl } from '../access/access-control.ts';
import type { ConfigPlace } from '../config/config-document.ts';
import type { ConfigProposal } from '../config/config-holder.ts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import type { DefinitionLists } from './format-definitions.ts';
import type { HostEventFeed, HostEventName, HostEvents } from './host-events.ts';
import type { ClaimedTools, RunnerTools } from './runner-tools.ts';
import { SessionHandle, type SessionOptions } from './session-handle.ts';

export interface HostParts {
  readonly access: AccessControl;
  readonly pipeline: PipelineParts;
  readonly runnerTools: RunnerTools;
  readonly events: HostEventFeed;
  /** Run before the parts are closed, in order of registration. */
  readonly closers: Set<() => Promise<void>>;
  readonly extensions: ExtensionLifecycle;
  readonly hooks: HostHooks;
  readonly workingDir: string;
  readonly definitions: DefinitionLists;
  readonly diagnostics: () => readonly Diagnostic[];
  readonly checkConfig: (text: string, fileName: string) => readonly Diagnostic[];
  readonly locate: (path: string) => ConfigPlace | undefined;
  readonly reload: (config: object | string) => Promise<ConfigProposal>;
  readonly sandboxStatus: () => SandboxStatus;
  readonly tally: () => TallyCounts;
  readonly close: () => Promise<void>;
}

/** A running host. Nothing of it is global: a program may hold as many as it likes. */
export class Host implements AsyncDisposable {
  readonly #parts: HostParts;

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  /** Where an embedder may listen and object. */
  get hooks(): HostHooks {
    return this.#parts.hooks;
  }

  /** Loads, reloads, unloads and lists extensions; a failed one is a state, never a throw. */
  get extensions(): ExtensionLifecycle {
    return this.#parts.extensions;
  }

  /** The configuration in force: frozen, and another object after a reload. */
  get config(): HostConfig {
    return this.#parts.access.config;
  }

  /** The agents of the configuration, by id. */
  get agentIds(): readonly string[] {
    return this.#parts.access.config.agents.map(({ id }) => id);
  }

  /** The MCP servers of the configuration; a gateway connects them. */
  get mcpServers(): readonly McpServerConfig[] {
    return this.#parts.access.config.mcpServers;
  }

  /** Throws `unknown_agent` if the configuration has no such agent. */
  agent(agentId: string): AgentHandle {
    this.#parts.access.requireAgent(agentId);
    return new AgentHandle(this.#parts, agentId);
  }

  /** Every registered tool, whoever may use it. */
  tools(): readonly ToolEntry[] {
    return this.#parts.access.snapshot().entries;
  }

  /** Every tool that stands elsewhere for the second session than for the first. */
  async diff(before: SessionHandle, after: SessionHandle): Promise<readonly SurfaceDifference[]> {
    return this.#parts.access.diff(await before.question(), await after.question());
  }

  /** What would change for a session, if; changes nothing. */
  async simulate(session: SessionHandle, change: PolicyChange): Promise<Simulation> {
    return this.#parts.access.simulate(await session.question(), change);
  }

  /** File and line of a config path; `undefined` for a configuration that came as an object. */
  locate(path: string): ConfigPlace | undefined {
    return this.#parts.locate(path);
  }

  /** What an operator should know: of the configuration, the registry and the extensions. */
  diagnostics(): readonly Diagnostic[] {
    return this.#parts.diagnostics();
  }

  /** Says what `reload` would say to this text, and changes nothing. The ending of the name gives the format. */
  checkConfig(text: string, fileName = 'mortise.config.yaml'): readonly Diagnostic[] {
    return this.#parts.checkConfig(text, fileName);
  }

  /** What is wrong with a configuration given what is registered now; changes nothing. */
  check(config: HostConfig): readonly Diagnostic[] {
    return this.#parts.access.check(config);
  }

  /** Replaces the configuration if it is good; a bad one changes nothing and says why. */
  reload(config: object | string): Promise<ConfigProposal> {
    return this.#parts.reload(config);
  }

  /** Listens to what the host tells, until the disposer is called. A listener changes nothing. */
  on<Name extends HostEventName>(
    name: Name,
    listener: (value: HostEvents[Name]) => void,
  ): Disposer {
    return this.#parts.events.on(name, listener);
  }

  /**
   * Calls back after the registry or the configuration changed: what a request gets may be different
   * from then on. Changes come in bursts; a listener that throws is logged.
   */
  onChange(listener: () => void): Disposer {
    return this.#parts.events.on('changed', () => listener());
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
    return this.#parts.runnerTools.claim(server, tools, runner);
  }

  sandboxStatus(): SandboxStatus {
    return this.#parts.sandboxStatus();
  }

  tally(): TallyCounts {
    return this.#parts.tally();
  }

  /** Has something closed with the host, before the host's own parts; what it throws is swallowed. */
  beforeClose(close: () => Promise<void>): Disposer {
    const registered = () => close();
    this.#parts.closers.add(registered);
    return createDisposer(() => this.#parts.closers.delete(registered));
  }

  /** Lets running calls end, then ends the runners and closes the state. Idempotent. */
  close(): Promise<void> {
    return this.#parts.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

export class AgentHandle {
  readonly id: string;
  readonly #parts: HostParts;

  constructor(parts: HostParts, id: string) {
    this.#parts = parts;
    this.id = id;
  }

  /** Opens a conversation; its toolkits are kept under this key, for this agent alone. */
  session(sessionKey: string, options: SessionOptions = {}): SessionHandle {
    return this.#open(options, sessionKey);
  }

  /** A conversation of which nothing is kept: initial toolkits, but no loading. */
  withoutSession(options: SessionOptions = {}): SessionHandle {
    return this.#open(options);
  }

  #open(options: SessionOptions, sessionKey?: string): SessionHandle {
    const { access, pipeline, workingDir, definitions } = this.#parts;
    return new SessionHandle({
      access,
      pipeline,
      workingDir,
      definitions,
      agentId: this.id,
      options,
      ...(sessionKey === undefined ? {} : { sessionKey }),
    });
  }
}
