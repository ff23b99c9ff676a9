import { type McpServerState, SERVER_STATUSES } from '@mortise/contracts';
import { countOf } from '../../output/count-of.ts';
import type { Finding } from './finding.ts';

/** How each MCP server is. What does not work stands in the list of trouble, with its next step. */
export function checkServers(servers: readonly McpServerState[]): readonly Finding[] {
  return servers.map((server): Finding => {
    const { status } = server;
    const isWell = status === 'connected';
    const detail = isWell ? describeConnected(server) : describeOther(server);
    return { check: `mcp ${server.name}`, status: isWell ? 'ok' : 'info', detail };
  });
}

function describeConnected(server: McpServerState): string {
  const { tools, leftOut, transport, restarts, lastFailure, confinement, pin } = server;
  const left = leftOut.length === 0 ? '' : `, ${leftOut.length} left out`;
  const again =
    restarts === 0
      ? ''
      : `, started again ${countOf(restarts, 'time')}; last: ${lastFailure?.reason ?? 'no reason'}`;
  const held = confinement === undefined ? '' : `\n${confinement}`;
  const pinned = pin.status === 'pinned' ? ', pinned' : '';
  return `connected over ${transport}, ${countOf(tools.length, 'tool')}${left}${pinned}${again}${held}`;
}

function describeOther({ status, restarts, stderr }: McpServerState): string {
  const again = restarts === 0 ? '' : `; started again ${countOf(restarts, 'time')}`;
  const said = stderr.slice(-3).map((line) => `\n| ${line}`);
  return `${status}: ${SERVER_STATUSES[status]}${again}${said.join('')}`;
}
