import {
  type AccessLayer,
  type AgentConfig,
  type ConfigReference,
  type ConfigSelector,
  didYouMean,
  foldName,
  type HostConfig,
  type ToolPolicy,
} from '@mortise/contracts';
import { BUILT_IN_GROUPS, groupNameOf, parseSelector } from '@mortise/core';
import { listPath } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import { findCycles } from './find-cycles.ts';

/** Checks every reference that the configuration alone can answer. What needs the registry is core's. */
export function checkReferences(
  config: HostConfig,
  knownProfiles: readonly string[],
  reading: ConfigReading,
): void {
  const toolkits = new Set(config.toolkits.map((toolkit) => toolkit.name));
  for (const agent of config.agents) checkToolkits(agent, toolkits, reading);
  checkProfiles(config, knownProfiles, reading);
  checkParents(config.agents, reading);
  checkGroups(config, reading);
}

function checkToolkits(
  agent: AgentConfig,
  known: ReadonlySet<string>,
  reading: ConfigReading,
): void {
  const { allowedToolkits = [], initialToolkits = [] } = agent;
  for (const reference of [...allowedToolkits, ...initialToolkits]) {
    if (!known.has(reference.name)) {
      reportUnknown(reference, { code: 'unknown_toolkit', kind: 'toolkit', known }, reading);
    }
  }
  const allowed = new Set(allowedToolkits.map((reference) => reference.name));
  const stray = initialToolkits.filter(({ name }) => known.has(name) && !allowed.has(name));
  const [first] = stray;
  if (first === undefined) return;
  const names = stray.map(({ name }) => JSON.stringify(reading.show(name))).join(', ');
  reading.findings.report({
    code: 'initial_not_subset',
    path: listPath(first.path),
    message: `the agent starts with ${names} and may not load it.`,
  });
}

function checkProfiles(
  config: HostConfig,
  knownProfiles: readonly string[],
  reading: ConfigReading,
): void {
  const known = [...knownProfiles, ...config.profiles.map((profile) => profile.name)];
  const folded = new Set(known.map(foldName));
  const policies = [config.policy, ...config.agents.map((agent) => agent.policy)];
  for (const { profile } of policies.flatMap(layersOf)) {
    if (profile === undefined || folded.has(foldName(profile.name))) continue;
    reportUnknown(profile, { code: 'unknown_profile', kind: 'profile', known }, reading);
  }
}

function layersOf(policy: ToolPolicy): readonly AccessLayer[] {
  return [policy, ...policy.byProvider];
}

function checkParents(agents: readonly AgentConfig[], reading: ConfigReading): void {
  const byName = new Map(agents.map((agent) => [foldName(agent.id), agent]));
  const known = agents.map((agent) => agent.id);
  for (const { parent } of agents) {
    if (parent === undefined || byName.has(foldName(parent.name))) continue;
    reportUnknown(parent, { code: 'unknown_agent', kind: 'agent', known }, reading);
  }
  const edges = agents.map(
    ({ id, parent }) => [foldName(id), parent ? [foldName(parent.name)] : []] as const,
  );
  for (const cycle of findCycles(new Map(edges))) {
    const path = byName.get(cycle[0] ?? '')?.parent?.path ?? 'agents';
    const ids = cycle.map((folded) => byName.get(folded)?.id ?? folded);
    reportCycle(ids, { code: 'parent_cycle', path }, reading);
  }
}

function checkGroups(config: HostConfig, reading: ConfigReading): void {
  const byName = new Map(config.groups.map((group) => [groupNameOf(group.name), group]));
  for (const { name: subject, path } of config.groups) {
    if (!RESERVED_GROUPS.has(groupNameOf(subject))) continue;
    // The host's own meaning would win, and `[group:core]` would open more than the file says.
    const message = 'a group of the host cannot be defined anew.';
    reading.findings.report({ code: 'reserved_name', path, subject, message });
  }
  const edges = Array.from(
    byName,
    ([name, { selectors }]) => [name, nestedGroups(selectors)] as const,
  );
  for (const cycle of findCycles(new Map(edges))) {
    const path = byName.get(cycle[0] ?? '')?.path ?? 'groups';
    reportCycle(cycle, { code: 'group_cycle', path }, reading);
  }
}

const RESERVED_GROUPS: ReadonlySet<string> = new Set(BUILT_IN_GROUPS);

function nestedGroups(selectors: readonly ConfigSelector[]): readonly string[] {
  return selectors.flatMap(({ text }) => {
    const selector = parseSelector(text);
    return selector.kind === 'group' ? selector.name : [];
  });
}

interface UnknownKind {
  readonly code: 'unknown_toolkit' | 'unknown_profile' | 'unknown_agent';
  readonly kind: string;
  readonly known: Iterable<string>;
}

function reportUnknown(
  reference: ConfigReference,
  { code, kind, known }: UnknownKind,
  reading: ConfigReading,
): void {
  const subject = reading.show(reference.name);
  // A suggestion looks at every known name; beyond the limit it would not be shown.
  const question = reading.findings.isFull ? '.' : didYouMean(subject, known) || '.';
  const message = `there is no ${kind} ${JSON.stringify(subject)}${question}`;
  reading.findings.report({ code, path: reference.path, subject, message });
}

function reportCycle(
  cycle: readonly string[],
  { code, path }: { readonly code: 'parent_cycle' | 'group_cycle'; readonly path: string },
  reading: ConfigReading,
): void {
  const subject = [...cycle, cycle[0] ?? ''].map((name) => reading.show(name)).join(' → ');
  reading.findings.report({
    code,
    path,
    subject,
    message: `this ends where it began: ${subject}.`,
  });
}
