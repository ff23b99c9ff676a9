import type { CompiledLoadout } from '../../loadouts/compiled-loadout.ts';
import type { ToolIndex } from '../selectors/tool-index.ts';
import { ToolSet } from '../selectors/tool-set.ts';

/** What a loadout says to the tools, through the plugins they belong to. No tool is in two. */
export interface LoadoutVerdicts {
  readonly active: ToolSet;
  readonly discoverable: ToolSet;
  readonly disabled: ToolSet;
}

export function loadoutVerdicts(loadout: CompiledLoadout, index: ToolIndex): LoadoutVerdicts {
  const sorted = Map.groupBy(index.all, (tool) => verdictOn(tool, loadout, index));
  const setOf = (verdict: Verdict) => ToolSet.of(index.size, sorted.get(verdict) ?? []);
  return Object.freeze({
    active: setOf('active'),
    discoverable: setOf('discoverable'),
    disabled: setOf('disabled'),
  });
}

type Verdict = keyof LoadoutVerdicts | 'outside';

function verdictOn(tool: number, loadout: CompiledLoadout, index: ToolIndex): Verdict {
  const unit = index.unitOf(tool);
  if (loadout.isDisabled(unit)) return 'disabled';
  // The host adds control-plane tools itself; a `*` must not offer them as something to load.
  if (index.isControlPlane(tool)) return 'outside';
  if (loadout.isActive(unit)) return 'active';
  return loadout.isDiscoverable(unit) ? 'discoverable' : 'outside';
}
