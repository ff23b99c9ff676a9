import { randomUUID } from 'node:crypto';
import { estimateTokens } from '@mortise/core';
import type { Host } from '@mortise/host';
import { countOf } from '../output/count-of.ts';
import { formatTable } from '../output/format-table.ts';
import type { Terminal } from '../output/terminal.ts';
import { describeTroubles } from './describe-troubles.ts';

/** Where a host is served. */
export interface ServedAt {
  readonly url: string;
  mcpUrl(agentId: string): string;
  /** As the user would type them. */
  readonly tokenPath: string;
  readonly configPath: string;
  /** Only where it is not beside the configuration: without it commands would not find this host. */
  readonly statePath?: string;
  /** Signs a browser in, once. */
  readonly consoleLink?: string;
}

const MOST_TOOLS = 8;

/** What `serve` prints: who has which tools, where to connect, and what is not well. */
export async function describeServer(
  host: Host,
  at: ServedAt,
  terminal: Terminal,
): Promise<string> {
  const tokens = new Map(host.tools().map((entry) => [entry.name, estimateTokens(entry)]));
  const rows = await Promise.all(host.agentIds.map((id) => describeAgent(host, id, tokens)));
  const [first = 'main'] = host.agentIds;
  const state = at.statePath === undefined ? '' : ` --state-dir ${at.statePath}`;
  return [
    `mortise serve  ${at.url}`,
    formatTable(rows),
    ...describeTroubles(host.diagnostics(), terminal),
    ...(at.consoleLink === undefined ? [] : [`  console  ${at.consoleLink}   (opens once)`]),
    ...host.agentIds.map((id) => `  mcp      ${at.mcpUrl(id)}`),
    `  api      ${at.url}/api   (bearer token in ${at.tokenPath})`,
    `  try      npx mortise tools ${first} --cost --config ${at.configPath}${state}`,
  ].join('\n');
}

/** In a session that is new, as the one of a client that connects is. */
async function describeAgent(
  host: Host,
  id: string,
  tokens: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const { active } = await host.agent(id).session(`new-${randomUUID()}`).surface();
  const names = active.map(({ name }) => name);
  const cost = names.reduce((sum, name) => sum + (tokens.get(name) ?? 0), 0);
  const more = names.length > MOST_TOOLS ? ', …' : '';
  const shown = names.slice(0, MOST_TOOLS).join(', ') + more;
  return [id, countOf(names.length, 'tool'), `~${cost} tok`, shown];
}
