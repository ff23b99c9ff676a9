import type { CompiledLoadout } from '../loadouts/compiled-loadout.ts';
import type { ToolIndex } from './tool-index.ts';

/** What a loadout says to each tool, through the plugin it belongs to (J-1). */
export type LoadoutVerdict = 'active' | 'discoverable' | 'disabled' | 'outside';

export type LoadoutVerdicts = readonly LoadoutVerdict[];

export function loadoutVerdicts(loadout: CompiledLoadout, index: ToolIndex): LoadoutVerdicts {
  return index.all.map((tool) => verdictOn(tool, loadout, index));
}

function verdictOn(tool: number, loadout: CompiledLoadout, index: ToolIndex): LoadoutVerdict {
  const unit = index.unitOf(tool);
  if (loadout.isDisabled(unit)) return 'disabled';
  // The host adds control-plane tools itself; a `*` must not offer them as something to load.
  if (index.isControlPlane(tool)) return 'outside';
  if (loadout.isActive(unit)) return 'active';
  return loadout.isDiscoverable(unit) ? 'discoverable' : 'outside';
}
