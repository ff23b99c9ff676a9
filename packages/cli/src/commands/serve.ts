import { dirname, relative } from 'node:path';
import { estimateTokens } from '@mortise/core';
import { formatDiagnostics, type Host } from '@mortise/host';
import { chooseAgent, openHost, WITH_SPARE_RUNNERS } from '../open-host.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import { gatewaySettings } from '../settings/gateway-settings.ts';
import { type CommandAction, textOption } from './cli-command.ts';

/** `mortise serve`: the host on the network, until it is told to stop. SIGHUP reads the configuration again. */
export const serveCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost(
      { ...world, config: textOption(input, 'config') },
      WITH_SPARE_RUNNERS,
    );
    const { host, configPath, folder } = opened;
    const gatewayOptions = gatewaySettings({ ...world, config: host.config });
    const { mountMcpServers, startGateway } = await import('@mortise/gateway');
    await using mount = await mountMcpServers(host, host.mcpServers, {
      workingDir: dirname(configPath),
    });
    await using gateway = await startGateway(host, { ...gatewayOptions, tokenFile: folder.token });
    const asJson = input.options['json'] === true;
    // Scripts have to know where to connect before the server ends, and read one value only.
    if (asJson) world.terminal.out(JSON.stringify(addressesOf(host, gateway)));
    else {
      const paths = {
        config: relative(world.cwd, configPath),
        token: relative(world.cwd, folder.token),
      };
      world.terminal.out(await describeServer(host, gateway, paths));
    }
    const stopReloading = world.onReload(async () => {
      world.terminal.err(
        await reloadServer(host, configPath, mount).catch(
          (error: unknown) => `the configuration could not be read again: ${String(error)}`,
        ),
      );
    });
    await untilAborted(world.signal);
    stopReloading();
    return succeed(undefined, 'stopped');
  },
};

/** `mortise mcp --agent main`: MCP on standard input and output, for a client that starts us. */
export const mcpCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost(
      { ...world, config: textOption(input, 'config') },
      WITH_SPARE_RUNNERS,
    );
    const { host, configPath } = opened;
    const { mountMcpServers, serveStdio } = await import('@mortise/gateway');
    await using _mount = await mountMcpServers(host, host.mcpServers, {
      workingDir: dirname(configPath),
    });
    const agentId = chooseAgent(host, textOption(input, 'agent'));
    const sessionKey = textOption(input, 'session');
    const gone = Promise.withResolvers<void>();
    serveStdio(host, {
      agentId,
      onClose: gone.resolve,
      ...(sessionKey === undefined ? {} : { sessionKey }),
    });
    await Promise.race([gone.promise, untilAborted(world.signal)]);
    return succeed(undefined, '');
  },
};

interface Addresses {
  readonly url: string;
  mcpUrl(agent: string): string;
}

function addressesOf(host: Host, gateway: Addresses): object {
  const mcp = Object.fromEntries(host.agentIds.map((id) => [id, gateway.mcpUrl(id)]));
  return { url: gateway.url, api: `${gateway.url}/api`, mcp };
}

/** Reads the configuration again and says what came of it. */
async function reloadServer(
  host: Host,
  configPath: string,
  mount: { update(servers: Host['mcpServers']): Promise<unknown> },
): Promise<string> {
  const proposal = await host.reload(configPath);
  if (proposal.status === 'refused') {
    return `configuration refused, the old one stays:\n${formatDiagnostics(proposal.diagnostics)}`;
  }
  await mount.update(proposal.config.mcpServers);
  const failed = host.extensions.list().filter(({ status }) => status === 'failed');
  return [
    `configuration ${proposal.config.revision} is in force`,
    ...failed.map(({ id, failure }) => `  ${id}: ${failure?.message}`),
  ].join('\n');
}

async function describeServer(
  host: Host,
  gateway: Addresses,
  paths: { readonly config: string; readonly token: string },
): Promise<string> {
  const tokens = new Map(host.tools().map((entry) => [entry.name, estimateTokens(entry)]));
  const describeAgent = async (id: string) => {
    const definitions = await host.agent(id).session('cli').definitions();
    const names = definitions.map(({ name }) => name);
    const cost = names.reduce((sum, name) => sum + (tokens.get(name) ?? 0), 0);
    return [
      id,
      `${names.length} tools`,
      `~${cost} tok`,
      names.slice(0, 8).join(', ') + (names.length > 8 ? ', …' : ''),
    ];
  };
  const rows = await Promise.all(host.agentIds.map(describeAgent));
  const [first = 'main'] = host.agentIds;
  return [
    `mortise serve  ${gateway.url}`,
    formatTable(rows),
    ...host.agentIds.map((id) => `  mcp      ${gateway.mcpUrl(id)}`),
    `  api      ${gateway.url}/api   (bearer token in ${paths.token})`,
    `  try      npx mortise tools ${first} --cost --config ${paths.config}`,
  ].join('\n');
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
