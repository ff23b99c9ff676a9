import type { FleetStatus, NodeStatus } from '@mortise/host';
import type { Finding } from './finding.ts';

/** Where calls run that do not run on this machine. What does not work stands in the list of trouble. */
export function checkFleet(fleet: FleetStatus | undefined): readonly Finding[] {
  if (fleet === undefined) return [];
  const { broker, nodes } = fleet;
  const isWell = broker === 'connected' && nodes.some(({ state }) => state === 'serving');
  const lines = [`fleet ${fleet.fleet}, broker ${broker}`, ...nodes.map(describeNode)];
  return [{ check: 'runners', status: isWell ? 'ok' : 'info', detail: lines.join('\n') }];
}

function describeNode({ name, state, load, weight, jail }: NodeStatus): string {
  return `${name}: ${state}, jail ${jail}, weight ${weight}, calls ${load}`;
}
