import { createHash } from 'node:crypto';
import {
  type AgentConfig,
  canonicalJson,
  type HostConfig,
  type ToolEntry,
} from '@mortise/contracts';
import { describeOrigin } from '../../registry/admit-tools.ts';
import type { PolicyWorld } from './policy-world.ts';
import type { RequestShape, SessionState } from './request-shape.ts';

/** Over what decides, not over revisions: a reload that changes nothing leaves the hash alone. */
export function hashPolicy(world: PolicyWorld, agent: AgentConfig, shape: RequestShape): string {
  return sha256([world.digest(), agentData(world, agent), shapeData(shape)]);
}

/** The policy and the state of the session together decide a surface. */
export function hashSurface(parts: {
  readonly policyHash: string;
  readonly state: SessionState;
  /** Names a token budget left out: what a schema costs decides too. */
  readonly overBudget: readonly string[];
}): string {
  const { loadedToolkits, hasSession, unavailable = [] } = parts.state;
  const session = [[...loadedToolkits].sort(), hasSession, [...unavailable].sort()];
  return sha256([parts.policyHash, session, parts.overBudget]);
}

/** The part that all agents share; a world computes it once. */
export function hashWorld(entries: readonly EntryData[], config: HostConfig): string {
  const { policy, defaults, toolkits, profiles, groups, strict, extensions, mcpServers } = config;
  // Which are switched off decides; their settings do not, and may hold secrets.
  const switches = [
    extensions.filter(({ enabled }) => !enabled).map(({ id, source }) => id ?? source),
    mcpServers.filter(({ enabled }) => !enabled).map(({ name }) => name),
  ];
  const decisive = [policy, defaults, toolkits, profiles, groups, strict, switches];
  // Lists of text have one order already; sorting keys of ten thousand entries costs a tenth of a second.
  return createHash('sha256')
    .update(JSON.stringify(entries))
    .update(canonicalJson(decisive))
    .digest('hex');
}

type EntryData = readonly (string | readonly string[])[];

/** What of a tool decides. */
export function entryData(entry: ToolEntry, categories: readonly string[]): EntryData {
  const { name, origin, aliases, toolset = '', isOptional, alwaysInclude, sharedOnly } = entry;
  const flags = [isOptional, alwaysInclude === true, sharedOnly === true].map(String);
  return [name, describeOrigin(origin), aliases, toolset, categories, flags];
}

/** The agent and the agents above it, each with the loadouts it is built from. */
function agentData(world: PolicyWorld, agent: AgentConfig): unknown {
  const line: AgentConfig[] = [];
  let next: AgentConfig | undefined = agent;
  while (next !== undefined && !line.includes(next)) {
    line.push(next);
    next = world.config.parentOf(next);
  }
  return line.map(({ metadata: _kept, ...decisive }) => [decisive, loadoutData(world, decisive)]);
}

function loadoutData({ inputs }: PolicyWorld, { loadout }: Pick<AgentConfig, 'loadout'>): unknown {
  if (loadout === undefined) return null;
  return inputs.loadouts.chainOf(loadout.name).map((name) => inputs.loadouts.getLoadout(name));
}

function shapeData(shape: RequestShape): unknown {
  const { provider, model, sandboxed = false, exclude = [], parentPermitted } = shape;
  const parent = parentPermitted === undefined ? null : [...parentPermitted].sort();
  return [provider ?? null, model ?? null, sandboxed, [...exclude].sort(), parent];
}

function sha256(data: unknown): string {
  return createHash('sha256').update(canonicalJson(data)).digest('hex');
}
