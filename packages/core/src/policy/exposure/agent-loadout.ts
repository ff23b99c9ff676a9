import type { AgentConfig, Diagnostic } from '@mortise/contracts';
import type { CompiledLoadout } from '../../loadouts/compiled-loadout.ts';
import { once } from '../world/once.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import { discoverableToolkits, type PlannedToolkit } from './compiled-toolkit.ts';
import { type LoadoutVerdicts, loadoutVerdicts } from './loadout-verdicts.ts';

/** The loadout an agent is configured with, as what it says to each tool. */
export interface AgentLoadout {
  readonly name: string;
  readonly path: string;
  readonly compiled: CompiledLoadout;
  readonly verdicts: LoadoutVerdicts;
  /** Made when first asked for: a `*` over thousands of plugins is rarely needed in full. */
  discoverable(): readonly PlannedToolkit[];
  readonly diagnostics: readonly Diagnostic[];
}

/** An unknown loadout is one that selects nothing, so that a slip of a key opens nothing. */
export function agentLoadout(world: PolicyWorld, agent: AgentConfig): AgentLoadout | undefined {
  if (agent.loadout === undefined) return undefined;
  const { name, path } = agent.loadout;
  const compiled = world.inputs.loadouts.compile(name);
  const severity = world.inputs.config.strict ? 'error' : 'warning';
  return {
    name: compiled.chain.at(-1) ?? name,
    path,
    compiled,
    ...world.derive(compiled, readLoadout),
    diagnostics: compiled.diagnostics.map((each) =>
      Object.freeze({ ...each, severity, path, layer: 'agent' }),
    ),
  };
}

/** What a loadout says to each tool, for all its agents. */
function readLoadout(
  { index }: PolicyWorld,
  compiled: CompiledLoadout,
): Pick<AgentLoadout, 'verdicts' | 'discoverable'> {
  const name = compiled.chain.at(-1) ?? '';
  const verdicts = loadoutVerdicts(compiled, index);
  return { verdicts, discoverable: once(() => discoverableToolkits(index, { name, verdicts })) };
}
