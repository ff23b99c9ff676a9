import { type Diagnostic, ERROR_CODES, type ErrorCode } from '@mortise/contracts';
import type { FleetStatus, NodeStatus } from '@mortise/sandbox';

/** Nodes say that they are there every second. */
const NODES_MS = 2_500;

/** What is not well with the fleet of a host, as all other troubles are told. */
export function fleetDiagnostics(status: FleetStatus | undefined): readonly Diagnostic[] {
  if (status === undefined) return [];
  const { fleet, broker, reason, forbidden } = status;
  if (broker === 'connecting') return [];
  if (broker === 'lost') return [trouble('fleet_broker_unreachable', fleet, `${reason}.`)];
  if (broker === 'refused') return [trouble('fleet_credentials_refused', fleet, reason)];
  return [
    ...(forbidden.length === 0
      ? []
      : [trouble('fleet_permission_refused', fleet, `It refused: ${forbidden.join(', ')}.`)]),
    ...ofNodes(status),
  ];
}

function ofNodes({ fleet, nodes, brokerMs }: FleetStatus): readonly Diagnostic[] {
  const isNoneThere = !nodes.some(({ state }) => state === 'serving') && brokerMs > NODES_MS;
  return [
    ...(isNoneThere ? [trouble('fleet_no_node', fleet, describeOthers(nodes))] : []),
    ...nodes.flatMap(({ name, state, jail, reason = '' }) => {
      if (state === 'distrusted')
        return [trouble('fleet_node_distrusted', name, `${name}: ${reason}.`)];
      if (state === 'draining' || jail !== 'off') return [];
      const severity = state === 'unjailed' ? 'error' : 'warning';
      return [{ ...trouble('fleet_node_unjailed', name, `It is ${name}.`), severity } as const];
    }),
  ];
}

function describeOthers(nodes: readonly NodeStatus[]): string {
  if (nodes.length === 0) return 'None is connected.';
  return `Connected: ${nodes.map(({ name, state }) => `${name} (${state})`).join(', ')}.`;
}

function trouble(code: ErrorCode, subject: string, detail: string): Diagnostic {
  const { summary, hint } = ERROR_CODES[code];
  return { code, severity: 'error', subject, message: `${summary} ${detail}`, hint };
}
