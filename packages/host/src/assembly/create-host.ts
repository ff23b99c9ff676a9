import { randomUUID } from 'node:crypto';
import {
  type Diagnostic,
  type HostConfig,
  type Logger,
  MortiseError,
  type SessionStore,
} from '@mortise/contracts';
import {
  CallTally,
  createControlPlaneTools,
  createHostHooks,
  createPipeline,
  DefaultToolResultReducerRegistry,
  type PipelineSettings,
  SILENT_LOGGER,
  ToolCatalog,
} from '@mortise/core';
import { createSandbox, type Sandbox } from '@mortise/sandbox';
import { AccessControl } from '../access/access-control.ts';
import { collectDiagnostics } from '../config/collect-diagnostics.ts';
import { ConfigHolder, type ConfigProposal } from '../config/config-holder.ts';
import { formatDiagnostics } from '../config/format-diagnostics.ts';
import { parseConfig } from '../config/parse-config.ts';
import { placeDiagnostics } from '../config/place-diagnostics.ts';
import { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import { baseDirOf, lockStoreOf, namedExtensions } from '../extensions/extension-setup.ts';
import { KeyedTurns } from '../extensions/keyed-turns.ts';
import { syncExtensions } from '../extensions/sync-extensions.ts';
import { MemorySessionStore } from '../state/memory-session-store.ts';
import { SqliteSessionStore } from '../state/sqlite-session-store.ts';
import { claimCoreTools } from './claim-core-tools.ts';
import { DefinitionLists } from './format-definitions.ts';
import { Host } from './host.ts';
import { auditCalls, type HostBrokers, openBrokers, redactLogger } from './host-brokers.ts';
import { HostEventFeed } from './host-events.ts';
import type { HostOptions } from './host-options.ts';
import { RunnerTools } from './runner-tools.ts';

/**
 * Builds a host: the only place that puts the parts together.
 * Rejects with `config_rejected`, all problems in its message, if the configuration is bad; an
 * extension that fails to load is reported and its neighbours live.
 */
export async function createHost(options: HostOptions = {}): Promise<Host> {
  const logger = options.logger ?? SILENT_LOGGER;
  const now = options.now ?? Date.now;
  const holder = new ConfigHolder({
    ...(options.env === undefined ? {} : { env: options.env }),
    // The first proposal is read before anything is registered; `requireSound` checks it then.
    check: (config) => access?.check(config) ?? [],
  });
  let access: AccessControl | undefined;
  const { config, document } = requireAccepted(await propose(holder, options.config ?? {}));

  const events = new HostEventFeed(logger);
  const tellChange = () => events.emit('changed', undefined);
  const catalog = new ToolCatalog(tellChange);
  const runnerTools = new RunnerTools(catalog, tellChange);
  const hooks = createHostHooks(logger);
  const tally = new CallTally();
  events.follow(hooks);
  hooks.callFinished.tap('mortise-tally', (report) => tally.record(report));
  const world = openBrokers(options, now);
  if (options.audit !== undefined) auditCalls(hooks, world.audit, now);
  const pipeline = createPipeline(
    {
      catalog,
      hooks,
      logger,
      backends: options.capabilityBackends ?? {},
      reducers: createReducers(options),
      redactor: options.secrets === undefined ? undefined : world.redactor,
    },
    pipelineSettings(options),
  );
  const store = openStore(options.state, { logger, now });
  const sandbox = openSandbox(options, world, { logger, now, events });
  const baseDir = baseDirOf(options);
  const lockStore = lockStoreOf(options, baseDir);
  const extensions = new ExtensionLifecycle({
    ...{ sandbox, catalog, baseDir, newId: randomUUID },
    ...lockStore,
  });
  const control = new AccessControl(
    {
      catalog,
      store,
      logger,
      lacksExtensions: (draft) => lacksExtensions(draft, extensions),
      downExtensions: () => [...downExtensions(sandbox), ...runnerTools.down()],
      ...(options.continuations === undefined ? {} : { continuations: options.continuations }),
    },
    config,
  );
  access = control;
  const reloads = new KeyedTurns();
  const closers = new Set<() => Promise<void>>();
  const close = closeOnce(async () => {
    control.close();
    await Promise.allSettled([...closers].map((each) => each()));
    await sandbox.close();
    await store[Symbol.asyncDispose]();
    world[Symbol.dispose]();
  });
  try {
    claimCoreTools(catalog, [
      ...createControlPlaneTools(control.sessions),
      ...(options.tools ?? []),
    ]);
    await extensions.loadAll([...namedExtensions(config), ...(options.extensions ?? [])]);
    requireSound(placeDiagnostics(control.check(config), document));
  } catch (error) {
    await close();
    throw error;
  }
  return new Host({
    access: control,
    extensions,
    hooks,
    close,
    pipeline,
    workingDir: options.workingDir ?? process.cwd(),
    definitions: new DefinitionLists(),
    locate: (path) => holder.current?.document.locate(path),
    diagnostics: () => diagnosticsOf(control, extensions, holder),
    reload: (next) =>
      reloads.take('config', async () => {
        const proposal = await reload({ holder, access: control, lifecycle: extensions }, next);
        if (proposal.status === 'accepted') tellChange();
        return proposal;
      }),
    checkConfig: (text, fileName) => {
      const env = options.env === undefined ? {} : { env: options.env };
      const parsed = parseConfig(text, { fileName, ...env });
      return collectDiagnostics(parsed, (draft) => control.check(draft));
    },
    events,
    closers,
    runnerTools,
    sandboxStatus: () => sandbox.status(),
    tally: () => tally.counts(),
  });
}

interface SandboxBasics extends Basics {
  readonly events: HostEventFeed;
}

interface Basics {
  readonly logger: Logger;
  readonly now: () => number;
}

function pipelineSettings({ limits, admissionTimeoutMs }: HostOptions): PipelineSettings {
  return {
    ...(admissionTimeoutMs === undefined ? {} : { admissionTimeoutMs }),
    ...(limits?.callMs === undefined ? {} : { callTimeoutMs: limits.callMs }),
    ...(limits?.hostConcurrentCalls === undefined
      ? {}
      : { concurrency: limits.hostConcurrentCalls }),
    ...(limits?.concurrentCalls === undefined ? {} : { concurrencyEach: limits.concurrentCalls }),
  };
}

function createReducers(options: HostOptions): DefaultToolResultReducerRegistry {
  const reducers = new DefaultToolResultReducerRegistry();
  for (const reducer of options.reducers ?? []) reducers.register(reducer);
  return reducers;
}

function openStore(state: HostOptions['state'], basics: Basics): SessionStore {
  if (state === undefined) return new MemorySessionStore();
  return typeof state === 'string' ? new SqliteSessionStore({ path: state, ...basics }) : state;
}

function openSandbox(options: HostOptions, world: HostBrokers, basics: SandboxBasics): Sandbox {
  const { logger, now, events } = basics;
  const { sandbox = {}, limits, secrets } = options;
  return createSandbox({
    now,
    logger: secrets === undefined ? logger : redactLogger(logger, world.redactor),
    brokers: world.brokers,
    onEvent: (event) => events.emit('sandbox', event),
    ...sandbox,
    ...(limits === undefined ? {} : { limits }),
  });
}

function downExtensions(sandbox: Sandbox): readonly string[] {
  const { extensions } = sandbox.status();
  return extensions.filter(({ state }) => state === 'quarantined').map(({ id }) => id);
}

function propose(holder: ConfigHolder, config: object | string): Promise<ConfigProposal> {
  return typeof config === 'string'
    ? holder.proposeFile(config)
    : Promise.resolve(holder.propose(config));
}

function requireAccepted(
  proposal: ConfigProposal,
): Extract<ConfigProposal, { status: 'accepted' }> {
  if (proposal.status === 'accepted') return proposal;
  throw invalidConfig(proposal.diagnostics);
}

/** Of those that are named: one failed, or has yet to be loaded. */
function lacksExtensions(config: HostConfig, lifecycle: ExtensionLifecycle): boolean {
  const states = lifecycle.list();
  const loaded = new Set(
    states.flatMap(({ status, origin }) => (status === 'loaded' ? [origin] : [])),
  );
  return (
    states.some(({ status }) => status === 'failed') ||
    namedExtensions(config).some((each) => !loaded.has(each.package))
  );
}

/** Problems that need the registry. */
function requireSound(found: readonly Diagnostic[]): void {
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw invalidConfig(errors);
}

function invalidConfig(diagnostics: readonly Diagnostic[]): MortiseError {
  return new MortiseError('config_rejected', `\n${formatDiagnostics(diagnostics)}`);
}

interface Reloading {
  readonly holder: ConfigHolder;
  readonly access: AccessControl;
  readonly lifecycle: ExtensionLifecycle;
}

async function reload(
  { holder, access, lifecycle }: Reloading,
  next: object | string,
): Promise<ConfigProposal> {
  const before = namedExtensions(access.config);
  const proposal = await propose(holder, next);
  if (proposal.status === 'refused') return proposal;
  access.replaceConfig(proposal.config);
  await syncExtensions(lifecycle, { before, after: namedExtensions(proposal.config) });
  return proposal;
}

function diagnosticsOf(
  access: AccessControl,
  lifecycle: ExtensionLifecycle,
  holder: ConfigHolder,
): readonly Diagnostic[] {
  const found = access.check(access.config);
  const placed = holder.current ? placeDiagnostics(found, holder.current.document) : found;
  return [...placed, ...lifecycle.list().flatMap((state) => state.diagnostics)];
}

function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= close();
    return closing;
  };
}
