import type { FleetStatus, NodeStatus } from '@mortise/sandbox';
import { describe, expect, it } from 'vitest';
import { fleetDiagnostics } from './fleet-diagnostics.ts';

const node: NodeStatus = {
  ...{ name: 'one', instance: 'i', state: 'serving', weight: 10, load: 0, callsInFlight: 0 },
  jail: 'on',
};
const well: FleetStatus = {
  ...{ fleet: 'main', broker: 'connected', reason: '', brokerMs: 10_000, forbidden: [] },
  nodes: [node],
};

describe('the troubles of a fleet (C-2)', () => {
  it.each<[string, Partial<FleetStatus>, readonly string[]]>([
    ['a node serves', {}, []],
    ['it is not known yet', { broker: 'connecting', nodes: [] }, []],
    [
      'the broker is away',
      { broker: 'lost', reason: 'nats://x: ECONNREFUSED', nodes: [] },
      ['error fleet_broker_unreachable main'],
    ],
    [
      'the broker refuses',
      { broker: 'refused', nodes: [] },
      ['error fleet_credentials_refused main'],
    ],
    [
      'something is forbidden',
      { forbidden: ['publish x'] },
      ['error fleet_permission_refused main'],
    ],
    ['no node is there', { nodes: [] }, ['error fleet_no_node main']],
    ['nodes had no time to say that they are', { nodes: [], brokerMs: 500 }, []],
    ['all drain', { nodes: [{ ...node, state: 'draining' }] }, ['error fleet_no_node main']],
    [
      'one has no jail',
      { nodes: [node, { ...node, name: 'two', jail: 'off' }] },
      ['warning fleet_node_unjailed two'],
    ],
    [
      'one has no jail and must',
      { nodes: [node, { ...node, name: 'two', state: 'unjailed', jail: 'off' }] },
      ['error fleet_node_unjailed two'],
    ],
    [
      'one lied',
      { nodes: [node, { ...node, name: 'two', state: 'distrusted', reason: 'r' }] },
      ['error fleet_node_distrusted two'],
    ],
  ])('when %s', (_when, status, expected) => {
    const found = fleetDiagnostics({ ...well, ...status });
    expect(found.map(({ severity, code, subject }) => `${severity} ${code} ${subject}`)).toEqual(
      expected,
    );
  });

  it('are none where all runs on this machine', () => {
    expect(fleetDiagnostics(undefined)).toEqual([]);
  });
});
