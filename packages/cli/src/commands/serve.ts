import { dirname, join, relative } from 'node:path';
import type { Gateway } from '@mortise/gateway';
import { formatDiagnostics, type Host, type StateFolder } from '@mortise/host';
import type { TextEdit } from '../config/edit-text.ts';
import { keepException } from '../config/keep-exception.ts';
import { keepSwitch } from '../config/keep-switch.ts';
import { logTroubles } from '../log/log-troubles.ts';
import { openLog } from '../log/open-log.ts';
import { type ConfiguredHost, openHost, WITH_SPARE_RUNNERS } from '../open-host.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { EarlyReloads } from '../running/early-reloads.ts';
import { keepAnnounced } from '../running/keep-announced.ts';
import { findRunningHost } from '../running/running-host.ts';
import { drainSetting, gatewaySettings, leaveSetting } from '../settings/gateway-settings.ts';
import { readSetting } from '../settings/read-setting.ts';
import { type CommandAction, type CommandWorld, textOption } from './cli-command.ts';
import { describeServer } from './describe-server.ts';
import { keepPruned } from './keep-pruned.ts';
import { leaveInOrder } from './leave-in-order.ts';
import { openEarly } from './open-early.ts';
import { operatorFiles } from './operator-files.ts';
import { OperatorThread } from './operator-thread.ts';
import { recordRun } from './record-run.ts';
import { untilAborted } from './until-aborted.ts';
import { watchServed } from './watch-served.ts';

/** The banner waits so long for MCP servers; those that take longer are shown as connecting, ms. */
const BANNER_WAIT_MS = 1_500;

/** `mortise serve`: the host on the network, until it is told to stop. SIGHUP reads the configuration again. */
export const serveCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const config = textOption(input, 'config');
    using reloads = new EarlyReloads(world.onReload);
    await using early = await openEarly(world, config);
    await using opened = await openHost(
      { ...world, config },
      { ...WITH_SPARE_RUNNERS, ...(await openLog({ ...world, config })) },
    );
    const { host, configPath, folder } = opened;
    const sources = { ...world, config: host.config };
    // All are read before anything serves: a wrong one is said now, not when it is needed.
    const drainMs = drainSetting(sources);
    const leaveMs = leaveSetting(sources);
    const isWatching = readSetting('watch', sources)?.value === true;
    const { mountConfiguredServers, reportHealth, startGateway } = await import('@mortise/gateway');
    await using mount = await mountConfiguredServers(host, { waitMs: 0 });
    const thread = new OperatorThread(host, { configPath, env: world.env });
    const edited = { host, configPath, edit: (edit: TextEdit) => thread.edit(edit) };
    let isReady = false;
    await using gateway = await startGateway(host, {
      ...gatewaySettings(sources),
      early,
      tokenFile: folder.token,
      isReady: () => isReady,
      isLeaving: () => world.signal.aborted,
      reload: (by) => host.reload(configPath, { by }),
      keepSwitch: (target, isEnabled) => keepSwitch(edited, target, isEnabled),
      files: operatorFiles({ host, configPath, env: world.env, thread }),
      keepException: (id) => keepException(edited, id),
    });
    const { url, localUrl } = gateway;
    const place = { url: localUrl, token: () => gateway.token, config: configPath };
    warnOfOther(world, folder);
    using _announced = disposable(keepAnnounced(folder, place));
    await mount.whenTried(BANNER_WAIT_MS);
    isReady = true;
    const logger = host.logFor();
    using _watched = disposable(logTroubles(host, logger));
    using _pruned = disposable(keepPruned(host));
    logger.info({ url, config: configPath, state: folder.path }, 'The host serves.');
    // A signal does not say who sent it: an account that may send one to this process.
    const reload = (by: string) => () => reloadAndSay(world, opened, by);
    recordRun(host, 'host.start', url);
    reloads.begin(reload('signal:SIGHUP'));
    using _watching = isWatching ? watchServed(host, configPath, reload('watch')) : undefined;
    // Scripts have to know where to connect before the server ends, and read one value only.
    if (input.options['json'] === true) {
      const health = reportHealth(host.diagnostics(), true);
      const link = gateway.signInLink();
      const value = { ...addressesOf(host, gateway), token: folder.token, health, console: link };
      world.terminal.out(JSON.stringify(value));
    } else await printBanner(world, opened, gateway);
    await untilAborted(world.signal);
    recordRun(host, 'host.stop', url);
    logger.info({}, 'The host stops.');
    await leaveInOrder({ host, gateway }, { leaveMs, drainMs }, world.terminal);
    return succeed(undefined, 'stopped');
  },
};

/** Of two hosts on one state, commands can ask one. */
function warnOfOther({ terminal }: CommandWorld, folder: StateFolder): void {
  const other = findRunningHost(folder.running);
  if (other === undefined) return;
  const who = `pid ${other.pid}, ${other.url}`;
  terminal.err(`another host (${who}) serves this state; commands ask that one`);
}

async function printBanner(
  world: CommandWorld,
  { host, configPath, folder }: ConfiguredHost,
  { url, mcpUrl, signInLink }: Gateway,
): Promise<void> {
  const link = signInLink();
  const isBeside = folder.path === join(dirname(configPath), '.mortise');
  const paths = {
    tokenPath: shown(world, folder.token),
    configPath: shown(world, configPath),
    ...(isBeside ? {} : { statePath: shown(world, folder.path) }),
    ...(link === undefined ? {} : { consoleLink: link.url }),
  };
  world.terminal.out(await describeServer(host, { url, mcpUrl, ...paths }, world.terminal));
}

async function reloadAndSay(
  { terminal }: CommandWorld,
  { host, configPath }: ConfiguredHost,
  by: string,
): Promise<void> {
  const said = await reloadServer(host, configPath, by).catch(
    (error: unknown) => `the configuration could not be read again: ${String(error)}`,
  );
  host.logFor().info({ said }, 'The configuration was read again.');
  terminal.err(said);
}

/** A path as the user would type it from here. */
function shown({ cwd }: CommandWorld, path: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short;
}

function disposable(end: () => void): Disposable {
  return { [Symbol.dispose]: end };
}

interface Addresses {
  readonly url: string;
  mcpUrl(agent: string): string;
}

function addressesOf(host: Host, gateway: Addresses): object {
  const mcp = Object.fromEntries(host.agentIds.map((id) => [id, gateway.mcpUrl(id)]));
  return { url: gateway.url, api: `${gateway.url}/api`, mcp };
}

/** Reads the configuration again and says what came of it. */
async function reloadServer(host: Host, configPath: string, by: string): Promise<string> {
  const proposal = await host.reload(configPath, { by: { id: by } });
  if (proposal.status === 'refused') {
    return `configuration refused, the old one stays:\n${formatDiagnostics(proposal.diagnostics)}`;
  }
  return [
    `configuration ${proposal.config.revision} is in force`,
    ...host.extensions.list().flatMap(describeAfterReload),
    ...proposal.diagnostics.filter(isOfExtension(host)).map((each) => `  ${each.message}`),
  ].join('\n');
}

type ExtensionState = ReturnType<Host['extensions']['list']>[number];

/** Only what an operator has to do something about. */
function describeAfterReload(state: ExtensionState): readonly string[] {
  const { id, status, failure, waiting, waitingHash } = state;
  if (waiting !== undefined) {
    const approve = `mortise approve ${id} --hash ${waitingHash ?? ''}`;
    return [`  ${id}: changed code waits; \`mortise update\` shows it, \`${approve}\` takes it`];
  }
  return status === 'failed' ? [`  ${id}: ${failure?.message}`] : [];
}

/** Changed code that could not be taken is said by the reload alone: the old code goes on. */
function isOfExtension(host: Host): (diagnostic: { readonly subject: string }) => boolean {
  const loaded = host.extensions.list().filter(({ status }) => status === 'loaded');
  const ids = new Set(loaded.map(({ id }) => id));
  return ({ subject }) => ids.has(subject);
}
