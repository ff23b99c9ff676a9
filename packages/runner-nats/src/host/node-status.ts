import type { FleetStatus, NodeStatus } from '@mortise/sandbox';
import type { FleetLink } from './fleet-link.ts';

/** The fleet, as a host sees it. Plain data. */
export function statusOfFleet(fleet: string, { broker, nodes }: FleetLink): FleetStatus {
  const { state, reason, forbidden } = broker.status;
  return {
    ...{ fleet, broker: state, reason, forbidden, brokerMs: Math.round(broker.ageMs) },
    nodes: statusOfNodes({ nodes }),
  };
}

export function statusOfNodes({ nodes }: Pick<FleetLink, 'nodes'>): readonly NodeStatus[] {
  const known = nodes.all.map((node): NodeStatus => {
    const { weight, load, jail, isDraining } = node.beat;
    const state = isDraining ? 'draining' : stateOf(node.isServing, nodes.takes(node));
    return { ...node.address, state, weight, load, callsInFlight: node.calls.size, jail };
  });
  const distrusted = [...nodes.distrusted].map(
    ([name, reason]): NodeStatus => ({
      ...{ name, instance: '', state: 'distrusted', weight: 0, load: 0, callsInFlight: 0 },
      ...{ jail: 'unknown', reason },
    }),
  );
  return [...known, ...distrusted].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function stateOf(isServing: boolean, isTaken: boolean): NodeStatus['state'] {
  if (!isServing) return 'silent';
  return isTaken ? 'serving' : 'unjailed';
}
