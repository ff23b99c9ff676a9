import { type McpServerState, SERVER_STATUSES, type ServerPin } from '@mortise/contracts';
import { countOf } from '../output/count-of.ts';
import { formatTable } from '../output/format-table.ts';

const PIN_WORDS: { readonly [Status in ServerPin['status']]: string } = {
  none: 'no lock file',
  unpinned: 'not approved',
  pinned: 'pinned',
  waits: 'changes wait',
};

/** One line for each server. */
export function formatServers(servers: readonly McpServerState[]): string {
  return formatTable(
    servers.map(({ name, status, transport, tools, pin, restarts, reason = '' }) => [
      ...[name, status, transport, countOf(tools.length, 'tool'), PIN_WORDS[pin.status]],
      restarts === 0 ? '' : countOf(restarts, 'restart'),
      reason,
    ]),
  );
}

/** All that is known of one. */
export function formatServer(server: McpServerState): string {
  const { name, status, transport, tools, leftOut, pin, reason, stderr, pid, confinement } = server;
  const process = pid === undefined ? '' : `, pid ${pid}`;
  return [
    `${name}  ${status} over ${transport}${process}: ${SERVER_STATUSES[status]}`,
    ...(reason === undefined ? [] : [`  reason   ${reason}`]),
    ...describeRestarts(server),
    ...(confinement === undefined ? [] : [`  runs     ${confinement}`]),
    `  tools    ${tools.length === 0 ? 'none' : tools.join(', ')}`,
    ...leftOut.map(({ tool, reason: why }) => `  left out ${tool}: ${why}`),
    `  pin      ${PIN_WORDS[pin.status]}${pin.hash === undefined ? '' : `   hash ${pin.hash}`}`,
    ...describeDifference(server),
    ...(stderr.length === 0 ? [] : ['  stderr', ...stderr.map((line) => `    | ${line}`)]),
  ].join('\n');
}

function describeRestarts({ restarts, lastFailure }: McpServerState): readonly string[] {
  if (lastFailure === undefined) return [];
  const when = new Date(lastFailure.at).toISOString();
  return [`  restarts ${restarts}; last failure ${when}: ${lastFailure.reason}`];
}

function describeDifference({ name, pin }: McpServerState): readonly string[] {
  const { difference, status } = pin;
  if (difference === undefined) return [];
  const heading = status === 'waits' ? '  waiting  what a model would see' : '  offers';
  const lines = difference.split('\n').map((line) => `    ${line}`);
  return [heading, ...lines, `  approve  mortise mcp approve ${name} --hash ${pin.hash ?? ''}`];
}
