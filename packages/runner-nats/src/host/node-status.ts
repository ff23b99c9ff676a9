import type { FleetLink } from './fleet-link.ts';

/** A runner node, as a host sees it. Plain data. */
export interface NodeStatus {
  readonly name: string;
  readonly instance: string;
  readonly state: 'serving' | 'draining' | 'silent' | 'distrusted';
  readonly weight: number;
  /** Calls of all hosts on it, as it says. */
  readonly load: number;
  /** Calls of this host on it. */
  readonly callsInFlight: number;
  readonly jail: 'on' | 'off' | 'unknown';
  /** Why it is distrusted. */
  readonly reason?: string;
}

export function statusOfNodes({ nodes }: Pick<FleetLink, 'nodes'>): readonly NodeStatus[] {
  const known = nodes.all.map((node): NodeStatus => {
    const { weight, load, jail, isDraining } = node.beat;
    const state = isDraining ? 'draining' : node.isServing ? 'serving' : 'silent';
    return { ...node.address, state, weight, load, callsInFlight: node.calls.size, jail };
  });
  const distrusted = [...nodes.distrusted].map(
    ([name, reason]): NodeStatus => ({
      ...{ name, instance: '', state: 'distrusted', weight: 0, load: 0, callsInFlight: 0 },
      ...{ jail: 'unknown', reason },
    }),
  );
  return [...known, ...distrusted];
}
