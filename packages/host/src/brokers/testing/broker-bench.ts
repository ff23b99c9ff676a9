import type {
  AuditEntry,
  BrokerReply,
  BrokerSubject,
  CapabilityBroker,
  JsonValue,
} from '@mortise/contracts';

/** What tests of brokers share: a subject, an audit log in memory and a short way to ask. */
export interface BrokerBench {
  readonly entries: AuditEntry[];
  readonly parts: {
    readonly audit: { record(entry: AuditEntry): void };
    readonly now: () => number;
  };
}

export function openBench(): BrokerBench {
  const entries: AuditEntry[] = [];
  return {
    entries,
    parts: { audit: { record: (entry) => entries.push(entry) }, now: () => 1_000 },
  };
}

export function subjectWith(grant: JsonValue, other: Partial<BrokerSubject> = {}): BrokerSubject {
  return {
    extensionId: 'weather',
    toolName: 'forecast',
    callId: 'call-1',
    agentId: 'agent-1',
    sessionKey: 'session-1',
    grant,
    signal: new AbortController().signal,
    ...other,
  };
}

/** The value of an answer that must be one. */
export function valueOfReply(reply: BrokerReply): JsonValue {
  if (!reply.ok) throw new Error(`${reply.code}: ${reply.message}`);
  return reply.value;
}

/** `denied`, `failed` or `ok`, and why. */
export async function outcomeOf(reply: Promise<BrokerReply>): Promise<string> {
  const settled = await reply;
  return settled.ok ? 'ok' : `${settled.code.replace('capability_', '')}: ${settled.message}`;
}

export type Asking = (operation: string, input: JsonValue) => Promise<BrokerReply>;

export function asking(broker: CapabilityBroker, subject: BrokerSubject): Asking {
  return (operation, input) => broker.handle(operation, input, subject);
}
