import type { FleetNote } from '../../data/answers.ts';
import { Notice } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { count, span } from '../../design/words.ts';

const BROKER_TONES: Readonly<Record<string, string>> = {
  connected: 'tone-good',
  connecting: 'tone-warn',
};
const NODE_TONES: Readonly<Record<string, string>> = {
  serving: 'tone-good',
  draining: 'tone-warn',
};
const JAIL_TONES: Readonly<Record<string, string>> = { on: 'tone-good', off: 'tone-bad' };

/** Runner nodes on other machines and the broker between, as this host sees them. */
export function Fleet({ fleet }: { readonly fleet: FleetNote }) {
  const { broker, brokerMs, reason, forbidden } = fleet;
  return (
    <section class="card stack">
      <div class="row spread">
        <h2>
          Runner nodes of <Foreign text={fleet.fleet} isOneLine />
        </h2>
        <span class={`badge ${BROKER_TONES[broker] ?? 'tone-bad'}`}>
          broker {broker}, {span(brokerMs)}
        </span>
      </div>
      {reason !== '' && (
        <Notice tone="warn">
          <Foreign text={reason} />
        </Notice>
      )}
      {forbidden.length > 0 && (
        <Notice tone="bad">
          The broker does not let this host use <Foreign text={forbidden.join(', ')} />
        </Notice>
      )}
      <Nodes nodes={fleet.nodes} />
    </section>
  );
}

function Nodes({ nodes }: Pick<FleetNote, 'nodes'>) {
  if (nodes.length === 0) {
    return <p class="muted">No node is there: calls that need one wait, and are then refused.</p>;
  }
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Runner nodes">
      <table class="plain-table">
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">State</th>
            <th scope="col">Jail, as it says</th>
            <th scope="col" class="number">
              Weight
            </th>
            <th scope="col" class="number">
              Calls of all hosts
            </th>
            <th scope="col" class="number">
              Of this one
            </th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <Node key={node.instance} node={node} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Node({ node }: { readonly node: FleetNote['nodes'][number] }) {
  const { name, state, jail, weight, load, callsInFlight, reason } = node;
  return (
    <tr>
      <td>
        <Foreign text={name} isOneLine />
      </td>
      <td>
        <span class={`badge ${NODE_TONES[state] ?? 'tone-bad'}`}>{state}</span>
        {reason !== undefined && (
          <span class="muted small block">
            <Foreign text={reason} />
          </span>
        )}
      </td>
      <td>
        <span class={`badge ${JAIL_TONES[jail] ?? ''}`}>{jail}</span>
      </td>
      <td class="number">{count(weight)}</td>
      <td class="number">{count(load)}</td>
      <td class="number">{count(callsInFlight)}</td>
    </tr>
  );
}
