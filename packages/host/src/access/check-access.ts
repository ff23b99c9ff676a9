import { type Diagnostic, foldName, type HostConfig, isNameOfServer } from '@mortise/contracts';
import {
  allFindings,
  loadoutsOfConfig,
  type PolicyInputs,
  type SlowFindings,
  type SurfaceResolver,
  validateToolkitsSlowly,
} from '@mortise/core';

/** Everything that is wrong with a configuration given what is registered; less severe if tools may yet come. */
export function checkAccess(
  inputs: Pick<PolicyInputs, 'config' | 'snapshot'>,
  resolver: SurfaceResolver,
  isLacking: boolean,
): readonly Diagnostic[] {
  return weighFindings(findInAccess(inputs, resolver), inputs.config, isLacking);
}

/** The same before it is weighed: this is what takes long with thousands of agents and tools. */
export function findInAccess(
  inputs: Pick<PolicyInputs, 'config' | 'snapshot'>,
  resolver: SurfaceResolver,
): readonly Diagnostic[] {
  return allFindings(findSlowly(inputs, resolver));
}

/** The same, agent by agent. */
export function* findSlowly(
  { config, snapshot }: Pick<PolicyInputs, 'config' | 'snapshot'>,
  resolver: SurfaceResolver,
): SlowFindings {
  const { loadouts, diagnostics } = loadoutsOfConfig(config);
  const toolkits = yield* validateToolkitsSlowly(snapshot, config);
  const unmatched = yield* resolver.checkSlowly({ snapshot, config, loadouts });
  return withoutRepeats([...toolkits, ...diagnostics, ...unmatched]);
}

/** What says that a tool is missing is less severe if it may yet come. */
export function weighFindings(
  found: readonly Diagnostic[],
  config: HostConfig,
  isLacking: boolean,
): readonly Diagnostic[] {
  const isAwaited = isLacking ? () => true : awaitedFrom(config);
  return found.map((each) =>
    ABSENT_CODES.has(each.code) && isAwaited(each.subject)
      ? { ...each, severity: 'warning' }
      : each,
  );
}

/** What says that a tool is not there. It may come yet, and a configuration must not fail for that. */
const ABSENT_CODES: ReadonlySet<string> = new Set(['unregistered_tool', 'unmatched_selector']);

/** MCP servers are connected when the host runs; their tools cannot be there before. */
function awaitedFrom({ mcpServers }: HostConfig): (subject: string) => boolean {
  return (subject) => {
    const folded = foldName(subject);
    return mcpServers.some(
      ({ name, prefix = name }) =>
        folded === `mcp:${foldName(name)}` || isNameOfServer(folded, prefix),
    );
  };
}

const OF_LOADOUTS: ReadonlySet<string> = new Set(['loadout_parent_unknown', 'loadout_cycle']);

/** The resolver says of a list or a loadout what a check of the whole has said already. */
function withoutRepeats(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const each of found) {
    // A broken chain belongs to its loadout, whichever agents use it.
    const path = OF_LOADOUTS.has(each.code) ? undefined : each.path;
    const key = JSON.stringify([each.code, each.subject, path]);
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}
