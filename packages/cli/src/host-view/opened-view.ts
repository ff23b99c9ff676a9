import { entryKind, isNameOfServer } from '@mortise/contracts';
import { estimateTokens, placeExplanation } from '@mortise/core';
import type { SessionHandle } from '@mortise/host';
import type { OpenedHost } from '../open-host.ts';
import type { HostView, ViewSession } from './host-view.ts';

/** How long a command waits for MCP servers, ms; what has not answered by then is shown as connecting. */
const SERVER_WAIT_MS = 10_000;

/**
 * A host that was opened for one command, with everything in it: its MCP servers, too. A command that is
 * about one tool waits for the server of that tool alone, if it has one.
 */
export async function openedView(opened: OpenedHost, tool?: string): Promise<HostView> {
  const { host, configPath } = opened;
  await mountServers(opened, tool);
  const sessionOf = ({ agent, session, stated }: ViewSession): SessionHandle =>
    host.agent(agent).session(session, stated);
  return {
    configPath,
    agentIds: async () => host.agentIds,
    toolNames: async () => host.tools().map(({ name }) => name),
    explain: async (of, tool, asked) => ({
      explanations: (await sessionOf(of).explain(tool, asked)).map((each) =>
        tool === undefined ? each : placeExplanation(each, (path) => host.locate(path)),
      ),
      // As a running host says it: prompts and resources are in front of no model.
      tokens: new Map(
        host
          .tools()
          .filter(({ name }) => entryKind(name) === 'tool')
          .map((entry) => [entry.name, estimateTokens(entry)]),
      ),
    }),
    diff: (before, after, asked) => host.diff(sessionOf(before), sessionOf(after), asked),
    simulate: async (of, change, asked) =>
      (await host.simulate(sessionOf(of), change, asked)).differences,
    execute: async ({ call, signal, dryRun, onProgress, ...of }) => {
      const kind = entryKind(call.name);
      const [result] = await sessionOf(of).execute([call], { signal, dryRun, onProgress, kind });
      return result;
    },
    diagnostics: async ({ strict = false } = {}) => (strict ? host.validate() : host.diagnostics()),
    // It was opened from the file, so its own list has all of it.
    checkFile: async () => [],
    extensions: async () => host.extensions.all(),
    mcpServers: async () => host.servers.states(),
    mcpServer: async (name) => {
      await host.servers.find(name)?.ask();
      return host.servers.state(name);
    },
    approveServer: async (name, hash) => {
      await host.servers.find(name)?.approve(hash);
      return host.servers.state(name);
    },
    forgetServer: (name) => host.servers.forget(name),
    reconnectServer: async (name) => {
      await host.servers.reconnect(name);
      return host.servers.state(name);
    },
    fleet: () => host.fleet(),
    jails: () => host.jailsInForce(),
    prune: (options) => host.prune(options),
    // The servers end with the host.
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/**
 * The gateway is large; a configuration without servers does without it. For a command about one tool only the
 * server of that tool is started, and waited for as long as it may take.
 */
export async function mountServers({ host }: OpenedHost, tool?: string): Promise<void> {
  const servers = host.mcpServers.filter(
    ({ name, prefix = name }) => tool === undefined || isNameOfServer(tool, prefix),
  );
  if (servers.length === 0) return;
  const { mountMcpServers } = await import('@mortise/gateway');
  const waitMs = tool === undefined ? SERVER_WAIT_MS : Number.POSITIVE_INFINITY;
  await mountMcpServers(host, servers, { waitMs });
}
