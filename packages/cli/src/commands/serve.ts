import { dirname, relative, resolve } from 'node:path';
import { formatDiagnostics, type Host, type HostOptions, loadConfigFile } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { createLog } from '../log/create-log.ts';
import { logTroubles } from '../log/log-troubles.ts';
import { openHost, WITH_SPARE_RUNNERS } from '../open-host.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { keepAnnounced } from '../running/keep-announced.ts';
import { drainSetting, gatewaySettings } from '../settings/gateway-settings.ts';
import { readSetting } from '../settings/read-setting.ts';
import { type CommandAction, type CommandWorld, textOption } from './cli-command.ts';
import { describeServer } from './describe-server.ts';
import { leaveInOrder } from './leave-in-order.ts';
import { untilAborted } from './until-aborted.ts';

/** The banner waits so long for MCP servers; those that take longer are shown as connecting, ms. */
const BANNER_WAIT_MS = 1_500;

/** `mortise serve`: the host on the network, until it is told to stop. SIGHUP reads the configuration again. */
export const serveCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const config = textOption(input, 'config');
    await using opened = await openHost(
      { ...world, config },
      { ...WITH_SPARE_RUNNERS, ...(await openLog(world, config)) },
    );
    const { host, configPath, folder } = opened;
    const sources = { ...world, config: host.config };
    const { mountConfiguredServers, reportHealth, startGateway } = await import('@mortise/gateway');
    const workingDir = dirname(configPath);
    await using mount = await mountConfiguredServers(host, { workingDir, waitMs: 0 });
    let isReady = false;
    await using gateway = await startGateway(host, {
      ...gatewaySettings(sources),
      tokenFile: folder.token,
      isReady: () => isReady,
      mcpServers: () => mount.servers(),
      reload: () => host.reload(configPath),
    });
    const { url, localUrl, token } = gateway;
    const place = { url: localUrl, token, config: configPath };
    using _announced = disposable(keepAnnounced(folder, place));
    await mount.whenTried(BANNER_WAIT_MS);
    isReady = true;
    const logger = host.logFor();
    using _watched = disposable(logTroubles(host, logger));
    logger.info({ url, config: configPath, state: folder.path }, 'The host serves.');
    const tokenPath = shown(world, folder.token);
    const at = { url, mcpUrl: gateway.mcpUrl, tokenPath, configPath: shown(world, configPath) };
    // Scripts have to know where to connect before the server ends, and read one value only.
    if (input.options['json'] === true) {
      const health = reportHealth(host.diagnostics(), true);
      const value = { ...addressesOf(host, gateway), token: folder.token, health };
      world.terminal.out(JSON.stringify(value));
    } else world.terminal.out(await describeServer(host, at, world.terminal));
    using _reloading = disposable(
      world.onReload(async () => {
        const said = await reloadServer(host, configPath).catch(
          (error: unknown) => `the configuration could not be read again: ${String(error)}`,
        );
        logger.info({ said }, 'The configuration was read again.');
        world.terminal.err(said);
      }),
    );
    await untilAborted(world.signal);
    logger.info({}, 'The host stops.');
    await leaveInOrder({ host, gateway }, drainSetting(sources), world.terminal);
    return succeed(undefined, 'stopped');
  },
};

/** Opened before the host, which writes to it while it starts. Its file is the host's own. */
async function openLog(world: CommandWorld, given: string | undefined): Promise<LogOptions> {
  const configPath = findConfig(world.cwd, given);
  const parsed = await loadConfigFile(configPath, { env: world.env });
  const config = parsed.status === 'ok' ? parsed.config : parsed.draft?.config;
  const file = readSetting('logFile', { ...world, config });
  // A path of the configuration starts where its file is.
  const start = file?.from === 'configuration' ? dirname(configPath) : world.cwd;
  const path = file === undefined ? undefined : resolve(start, file.value);
  const logger = createLog({
    level: readSetting('logLevel', { ...world, config })?.value,
    file: path,
    isTerminal: world.terminal.hasColour,
    write: world.terminal.err,
  });
  return { logger, protectedPaths: path === undefined ? [] : [path] };
}

type LogOptions = Required<Pick<HostOptions, 'logger' | 'protectedPaths'>>;

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
async function reloadServer(host: Host, configPath: string): Promise<string> {
  const proposal = await host.reload(configPath);
  if (proposal.status === 'refused') {
    return `configuration refused, the old one stays:\n${formatDiagnostics(proposal.diagnostics)}`;
  }
  const failed = host.extensions.list().filter(({ status }) => status === 'failed');
  return [
    `configuration ${proposal.config.revision} is in force`,
    ...failed.map(({ id, failure }) => `  ${id}: ${failure?.message}`),
  ].join('\n');
}
