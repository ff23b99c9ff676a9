import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityBrokers,
  CapabilityRefusal,
  type CapabilitySubject,
} from '@mortise/contracts';
import { toHost } from '../wire/node-to-host.ts';
import type { HostAnswer, NodeCall } from './node-call.ts';

/**
 * The brokers of a node: each operation of the table asks the host of the call, which checks, does and
 * records it. A node has no authority of its own; of secrets it gets the values that the host reveals.
 */
export function askBrokers(findCall: (id: string) => NodeCall | undefined): CapabilityBrokers {
  const brokers = CAPABILITY_NAMES.map((capability) => {
    const operations = Object.keys(CAPABILITIES[capability].operations);
    const broker = operations.map((operation) => [
      operation,
      (input: unknown, _grant: unknown, subject: CapabilitySubject) =>
        askHost(findCall(subject.principalId ?? ''), `${capability}.${operation}`, input),
    ]);
    return [capability, Object.fromEntries(broker)];
  });
  // One function for each operation of the table, as the type says.
  return Object.fromEntries(brokers) as CapabilityBrokers;
}

async function askHost(call: NodeCall | undefined, name: string, input: unknown): Promise<unknown> {
  if (call === undefined) throw new CapabilityRefusal('capability_failed', 'The call has ended.');
  const { id, answer } = call.ask();
  const json = JSON.stringify(input) ?? 'null';
  await call.link.outbox.send(toHost.ask({ seq: call.seq, id, name, input: json }));
  const aborted = new Promise<HostAnswer>((resolve) => {
    const end = () => resolve({ isOk: false, value: undefined });
    call.signal.addEventListener('abort', end, { once: true });
  });
  const { isOk, value } = await Promise.race([answer, aborted]);
  if (isOk) return value;
  throw refusalOf(value);
}

function refusalOf(value: unknown): CapabilityRefusal {
  const fault = typeof value === 'object' && value !== null ? value : {};
  const { code, message, system } = fault as { readonly [key: string]: unknown };
  return new CapabilityRefusal(
    code === 'capability_denied' ? code : 'capability_failed',
    typeof message === 'string' ? message : 'The host does not answer any more.',
    typeof system === 'string' ? system : undefined,
  );
}
