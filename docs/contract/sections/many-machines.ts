import type { RuleTable } from '../rule.ts';

/** Hosts and runners on more than one machine. */
export const MANY_MACHINES = {
  'C-1': {
    title: 'Hosts are replicas',
    from: 'Mortise',
    status: 'partly',
    missing: 'the heads of the audit chain are not in the store',
    says: [
      'Any request can go to any host. Sessions, storage, approvals, tokens, rates, stop switches and the heads of the audit chain live in one state store behind one interface: SQLite by default, Postgres for several hosts, the same tests for both.',
      'List changes reach the clients of every replica.',
    ],
  },
  'C-2': {
    title: 'Runners on other machines',
    from: 'Mortise',
    status: 'partly',
    missing:
      'Values that an extension is granted to `reveal` go to the node that runs it. A hostile runner can have JetStream write to subjects of others: it can deny service, not forge code. That a jail is on is the word of the node.',
    says: [
      'Behind the same runner port, over NATS: bundles by content hash, claims so that a call runs once, cancel, progress and capability calls back to the host that owns the call, discovery, draining, least-privilege credentials per side.',
      'Deadlines and watchdogs act where the process is. Brokers and secrets never leave the host.',
    ],
  },
  'C-3': {
    title: 'Faults',
    from: 'Mortise',
    status: 'partly',
    missing:
      'A fault run of all parts together that takes hours (`pnpm faults:fleet` was run for 23 minutes); only calls to which the caller gives an id outlive their host.',
    says: [
      'A fault anywhere (host, runner node, broker, database, network cut) leads to exactly one outcome per call, `effects` truthful, nothing acknowledged lost, no call run twice that did not say it may, and recovery without a person.',
    ],
  },
} as const satisfies RuleTable;
