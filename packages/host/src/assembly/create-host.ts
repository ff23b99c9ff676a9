import { availableParallelism } from 'node:os';
import { resolveRetention, resolveViolations, type SecretSource } from '@mortise/contracts';
import { createControlPlaneTools } from '@mortise/core';
import { SessionChains } from '../access/session-chains.ts';
import { HostAudit } from '../audit/host-audit.ts';
import { strictBrokers } from '../audit/strict-brokers.ts';
import { FolderCache } from '../cache/folder-cache.ts';
import type { ExtensionLifecycle } from '../extensions/extension-lifecycle.ts';
import { namedExtensions } from '../extensions/named-extensions.ts';
import { SharedLock } from '../extensions/shared-lock.ts';
import { ConfigReader } from '../reading/config-reader.ts';
import { ClientSessions } from '../replicas/client-sessions.ts';
import { fleetDiagnostics } from '../runners/fleet-diagnostics.ts';
import { HostFleet } from '../runners/host-fleet.ts';
import { ServerList } from '../servers/server-list.ts';
import { ServerPins } from '../servers/server-pins.ts';
import { ServerQuestions } from '../servers/server-questions.ts';
import { isSameTarget } from '../stops/held-stops.ts';
import { HostStops } from '../stops/host-stops.ts';
import { ViolationWatch } from '../stops/violation-watch.ts';
import { traceBrokers } from '../telemetry/trace-brokers.ts';
import { baseDirOf } from './base-dir.ts';
import { claimCoreTools } from './claim-core-tools.ts';
import { followState } from './follow-state.ts';
import { Host } from './host.ts';
import { type HostBasics, openBasics } from './host-basics.ts';
import { HostConfiguration } from './host-configuration.ts';
import { HostJails } from './host-jails.ts';
import { HostLimits } from './host-limits.ts';
import type { HostOptions } from './host-options.ts';
import { loadUnjailed } from './load-unjailed.ts';
import { MissingJail } from './missing-jail.ts';
import { hasPrograms, openAccess } from './open-access.ts';
import { openApprovals } from './open-approvals.ts';
import { openBrokers } from './open-brokers.ts';
import { openCache } from './open-cache.ts';
import { openCallAudit } from './open-call-audit.ts';
import { openExtensions } from './open-extensions.ts';
import { identitySecrets, openIdentity } from './open-identity.ts';
import { openOnceCalls } from './open-once-calls.ts';
import { openPipeline } from './open-pipeline.ts';
import { openPruner } from './open-pruner.ts';
import { openRates } from './open-rates.ts';
import { openRegistry } from './open-registry.ts';
import { openReplicas } from './open-replicas.ts';
import { withConfiguredRunner } from './open-runners.ts';
import { openSandbox } from './open-sandbox.ts';
import { openSecrets } from './open-secrets.ts';
import { openServerProcesses } from './open-server-processes.ts';
import { openState } from './open-state.ts';
import { openStops } from './open-stops.ts';
import { openTelemetry } from './open-telemetry.ts';
import { openTokens } from './open-tokens.ts';
import { codePaths, keptPaths } from './own-paths.ts';
import { openProgramJails } from './program-jails.ts';
import { resolveStateAddress } from './state-address.ts';

/**
 * Builds a host: the only place that puts the parts together.
 * Rejects with `config_rejected`, all problems in its message, if the configuration is bad, and with
 * `state_dir_read_only`, `state_dir_no_folder` or `state_dir_foreign` if the state folder is; an
 * extension that fails to load is reported and its neighbours live.
 */
export async function createHost(options: HostOptions = {}): Promise<Host> {
  const basics = openBasics(options);
  try {
    return await assemble(options, basics);
  } catch (error) {
    await basics.lifetime.close();
    throw error;
  }
}

/** Why a question of a tool waits for an operator. */
const ASKED_BY_GRANT = {
  verdict: 'ask',
  reason: 'the grant says that each question of the tool is approved first',
} as const;

async function assemble(asked: HostOptions, basics: HostBasics): Promise<Host> {
  const configuration = await HostConfiguration.read(asked);
  const secrets = openSecrets(asked, basics, configuration);
  const options = await withConfiguredState(asked, configuration, secrets);
  basics.diagnostics.add(() => [...configuration.staleness(), ...configuration.diagnostics()]);
  basics.hostFiles.addKept(() => keptPaths(options, configuration));
  basics.hostFiles.add(() => codePaths(options, configuration));
  const limits = new HostLimits(options.limits, configuration);
  const registry = openRegistry(basics, limits);
  const { catalog, hooks } = registry;
  const jails = openProgramJails(options, configuration.current.sandbox);
  const identity = openIdentity(options, basics, configuration);
  const state = await openState(options, basics);
  const brokers = openBrokers(options, basics, {
    ...{ secrets, state },
    identityOf: identitySecrets(identity, basics, configuration),
    programJail: jails.programs,
    ownerOf: (id) => extensions.storageOwner(id),
    isPerUser: (name) => configuration.isPerUser(name),
    programRules: {
      names: ({ agentId, toolName: name }) =>
        access.programRules(agentId)?.programNames({ name }) ?? [],
      decide: ({ agentId, toolName: name }, run) =>
        access.programRules(agentId)?.decideProgram({ name }, run),
      ask: (subject, input, why) =>
        holds.holdUse({ subject, operation: 'process.run', input }, why),
    },
    approveQuestion: (question, waitMs) => holds.holdUse(question, ASKED_BY_GRANT, waitMs),
    audit: {
      maxBytes: () => resolveRetention(configuration.current.retention).auditFileSize,
      fsync: () => configuration.current.audit?.fsync ?? 'interval',
    },
  });
  const callAudit = openCallAudit(options, basics, {
    ...{ brokers, configuration, hooks },
    questionOf: (surface) => access.questionOf(surface),
  });
  const telemetry = openTelemetry(options, { configuration, redactor: brokers.redactor });
  const store = state.sessions;
  const rates = openRates(basics, { state, configuration });
  const stops = await openStops(options, basics, { state, catalog, audit: brokers.audit });
  // Opened after what it needs, so that it is closed before it.
  const cache = openCache(options, basics, configuration);
  const violations = new ViolationWatch({
    settings: () => resolveViolations(configuration.current.sandbox),
    now: basics.now,
    stop: (stop) => stops.stop(stop),
    isStopped: (name) =>
      stops.list().some((stop) => isSameTarget(stop, { scope: 'extension', name })),
  });
  const recordedBrokers = traceBrokers(
    strictBrokers(brokers.brokers, {
      ...{ audit: brokers.audit, now: basics.now },
      isStrict: () => callAudit?.isInForce === true,
    }),
    telemetry,
  );
  const missingJail = new MissingJail(basics);
  const running = await withConfiguredRunner(options, basics, configuration.current.runners);
  const sandbox = openSandbox(running, basics, {
    ...{ ...brokers, cache, audit: violations.watch(brokers.audit) },
    brokers: recordedBrokers,
    ...{ configured: configuration.current.sandbox ?? {}, missingJail },
  });
  missingJail.follow(sandbox, () => {
    const inputs = () => [...namedExtensions(configuration.current), ...(options.extensions ?? [])];
    void loadUnjailed(extensions, inputs).catch(() => undefined);
  });
  const fleet = new HostFleet(sandbox);
  basics.diagnostics.add(() => fleetDiagnostics(fleet.status));
  const lock = options.lockFile === undefined ? undefined : new SharedLock(options.lockFile);
  const isPathed = options.sandbox?.jail === undefined;
  basics.diagnostics.add(() =>
    configuration.place(
      missingJail.diagnostics(
        { status: jails.programs.status, isNeeded: () => extensions.list().some(hasPrograms) },
        isPathed ? 'sandbox.jail' : undefined,
      ),
    ),
  );
  const extensions: ExtensionLifecycle = openExtensions(options, basics, {
    ...{ sandbox, catalog, limits, configuration, cache, bundlerJail: jails.bundler, lock },
    ...(brokers.storage === undefined ? {} : { storage: brokers.storage }),
    ...(brokers.stateFolders === undefined ? {} : { stateFolders: brokers.stateFolders }),
  });
  const servers = new ServerList(new ServerPins(lock));
  const serverProcesses = openServerProcesses(options, basics, {
    jail: jails.servers,
    configuration,
  });
  const hostJails = new HostJails({ sandbox, programs: jails.programs, servers: jails.servers });
  const access = openAccess(options, basics, {
    ...{ registry, configuration, extensions, store, sandbox, stops, servers, rates },
    ...{ programJail: jails.programs, missingJail, hostJails },
  });
  const audit = new HostAudit({ sink: brokers.audit, file: brokers.auditFile, now: basics.now });
  const tokens = openTokens(basics, {
    ...{ state, audit },
    requireAgent: (agentId) => access.requireAgent(agentId),
  });
  followState(state, basics, tokens);
  const { holds, approvals, ...held } = openApprovals(basics, {
    ...{ state, configuration, registry, extensions, audit: brokers.audit },
  });
  const pipeline = openPipeline(options, basics, {
    ...{ registry, brokers, telemetry, stops, rates, approvals: holds, records: callAudit },
    chains: new SessionChains({
      sessions: access.sessions,
      config: () => configuration.current,
    }),
  });

  claimCoreTools(catalog, [...createControlPlaneTools(access.sessions), ...(options.tools ?? [])]);
  await extensions.arrange(configuration.current);
  const named = namedExtensions(configuration.current);
  const given = [...named, ...(options.extensions ?? [])];
  await extensions.loadAll(given, availableParallelism());
  await hostJails.tryRequired(() => extensions.list().some(hasPrograms));
  configuration.checkWith({
    check: (config) => access.check(config),
    takeFindings: (found) => access.takeFindings(found),
    reader: basics.lifetime.own(
      new ConfigReader({
        snapshot: () => access.snapshot(),
        agentCount: () => configuration.current.agents.length,
      }),
    ),
  });
  const replicas = await openReplicas(options, basics, { state, configuration, lock });
  const pruner = openPruner(options, basics, {
    ...{ configuration, extensions, store, storage: brokers.storage, approvals: held.store },
    cache: cache instanceof FolderCache ? cache : undefined,
  });
  const workingDir = options.workingDir ?? process.cwd();
  return new Host({
    ...{ basics, configuration, limits, registry, store, sandbox, extensions, access, pipeline },
    ...{ pruner, workingDir, tokens, approvals, telemetry, audit },
    jails: hostJails,
    serverQuestions: new ServerQuestions({
      ...{ brokers: recordedBrokers, audit: brokers.audit, now: basics.now },
      logger: basics.logger,
    }),
    ...{ servers, serverProcesses, configFolder: baseDirOf(options) },
    ...{ rates, identity, fleet },
    stops: new HostStops(stops),
    secretSource: secrets,
    once: openOnceCalls(basics, { state, registry, audit: brokers.audit }),
    replicas,
    ...(state.changes === undefined
      ? {}
      : { clientSessions: new ClientSessions({ storage: state.storage, logger: basics.logger }) }),
  });
}

/** What the embedder says of the state wins over the configuration. */
async function withConfiguredState(
  options: HostOptions,
  { current }: HostConfiguration,
  secrets: SecretSource,
): Promise<HostOptions> {
  if (options.state !== undefined || current.state === undefined) return options;
  return { ...options, state: await resolveStateAddress(current.state, secrets) };
}
