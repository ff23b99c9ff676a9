import { logTroubles } from '../log/log-troubles.ts';
import { openLog } from '../log/open-log.ts';
import { chooseAgent, openHost, WITH_SPARE_RUNNERS } from '../open-host.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { drainSetting, pageSizeSetting } from '../settings/gateway-settings.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { recordRun } from './record-run.ts';
import { untilAborted } from './until-aborted.ts';

/** `mortise mcp --agent main`: MCP on standard input and output, for a client that starts us. */
export const mcpCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    if (textArgument(input, 0) !== '') {
      return (await import('./mcp-servers.ts')).serversCommand.run(world, input);
    }
    const config = textOption(input, 'config');
    await using opened = await openHost(
      { ...world, config },
      { ...WITH_SPARE_RUNNERS, ...(await openLog({ ...world, config })) },
    );
    const { host } = opened;
    const { mountConfiguredServers, serveStdio } = await import('@mortise/gateway');
    // A client that starts us waits for an answer: servers come when they come, and the list changes.
    await using _mount = await mountConfiguredServers(host, { waitMs: 0 });
    const stopLogging = logTroubles(host, host.logFor());
    const agentId = chooseAgent(host.agentIds, textOption(input, 'agent'));
    const sessionKey = textOption(input, 'session');
    const drainMs = drainSetting({ ...world, config: host.config });
    const gone = Promise.withResolvers<void>();
    const served = serveStdio(host, {
      agentId,
      drainMs,
      onClose: gone.resolve,
      pageSize: pageSizeSetting({ ...world, config: host.config }),
      ...(sessionKey === undefined ? {} : { sessionKey }),
    });
    recordRun(host, 'host.start', `mcp ${agentId}`);
    await Promise.race([gone.promise, untilAborted(world.signal)]);
    recordRun(host, 'host.stop', `mcp ${agentId}`);
    stopLogging();
    if (world.signal.aborted) {
      // A client that has ended our input, too, waits for nothing but our end.
      await host.close({ drainMs: process.stdin.readableEnded ? 0 : drainMs });
    }
    // A client that keeps our input open would keep this process alive.
    await served.close();
    return succeed(undefined, '');
  },
};
