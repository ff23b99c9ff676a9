import type { OuterLayers } from './inner-layers.ts';
import type { LayerState } from './jail-layers.ts';
import { HIDEABLE, type LaunchOrder } from './launch-order.ts';
import type { AttributeVerdict } from './program-filter.ts';

/** How a granted program is held from outside. */
export interface LaunchPlan {
  readonly name: 'alone' | 'own disk' | 'asked' | 'refused';
  /** A view of the disk, of the network and of shared memory of its own. */
  readonly ownMounts: boolean;
  /** It sees and signals only what it started, and all of that ends with it. */
  readonly ownProcesses: boolean;
  readonly attributes: AttributeVerdict;
}

/** Best first: the first that the machine allows is taken. */
export const LAUNCH_PLANS: readonly LaunchPlan[] = [
  { name: 'alone', ownMounts: true, ownProcesses: true, attributes: 'allow' },
  { name: 'own disk', ownMounts: true, ownProcesses: false, attributes: 'allow' },
  { name: 'asked', ownMounts: false, ownProcesses: false, attributes: 'ask' },
  { name: 'refused', ownMounts: false, ownProcesses: false, attributes: 'refuse' },
];

/** Why plans were not taken. */
export type PlanFaults = { readonly [Name in LaunchPlan['name']]?: string };

/** Why there is no need to try one. */
export function findPlanFault(plan: LaunchPlan, { without }: LaunchOrder): string | undefined {
  if (plan.ownMounts && without.namespaces !== undefined) return without.namespaces;
  if (plan.ownProcesses && without.processes !== undefined) return without.processes;
  if (plan.attributes === 'ask') return without.seccomp ?? without.notifications;
  return undefined;
}

/** What a plan that was taken comes to. */
export function describePlan(
  plan: LaunchPlan,
  faults: PlanFaults,
  { network }: LaunchOrder,
): OuterLayers {
  const mounts = stateOf(plan.ownMounts, faults['own disk'] ?? faults.alone);
  return {
    mounts,
    network: network ? 'off: the network is granted' : mounts,
    processes: stateOf(plan.ownProcesses, faults.alone),
    attributes: stateOf(plan.attributes !== 'refuse', faults.asked),
  };
}

function stateOf(isOn: boolean, fault: string = HIDEABLE.namespaces): LayerState {
  return isOn ? 'on' : `off: ${fault}`;
}
