import {
  type AuditEntry,
  type CapabilityBroker,
  type CapabilityName,
  type CapabilitySubject,
  findOperation,
  type JsonValue,
} from '@mortise/contracts';
import { dispatchHostCall, type HostCallReply } from '@mortise/sandbox';
import { Value } from '@sinclair/typebox/value';

/** What tests of brokers share: a subject, an audit log in memory and a short way to ask. */
export interface BrokerBench {
  readonly entries: AuditEntry[];
  readonly audit: { record(entry: AuditEntry): void };
}

export function openBench(): BrokerBench {
  const entries: AuditEntry[] = [];
  return { entries, audit: { record: (entry) => entries.push(entry) } };
}

/** Who asks, and what was granted; `{ granted, declared }` if the tool declares less than that. */
export interface BenchSubject extends CapabilitySubject {
  readonly grant: JsonValue;
}

export function subjectWith(
  grant: JsonValue,
  other: Partial<CapabilitySubject> = {},
): BenchSubject {
  return {
    extensionId: 'weather',
    toolName: 'forecast',
    callId: 'call-1',
    agentId: 'agent-1',
    sessionKey: 'session-1',
    attachments: [],
    signal: new AbortController().signal,
    ...other,
    grant,
  };
}

/** A broker behind the dispatcher of the sandbox, asked as guests ask. */
export interface BenchBroker {
  handle(operation: string, input: JsonValue, subject: BenchSubject): Promise<HostCallReply>;
}

export function onBench<Name extends CapabilityName>(
  name: Name,
  broker: Partial<CapabilityBroker<Name>>,
  { audit }: Pick<BrokerBench, 'audit'> = openBench(),
): BenchBroker {
  const quiet = () => undefined;
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const parts = { brokers: { [name]: broker }, audit, now: () => 1_000, logger };
  return {
    async handle(operation, rawInput, { grant, ...subject }) {
      const { granted, declared } = isPair(grant)
        ? grant
        : { granted: grant, declared: wholeOf(name, grant) };
      const reply = await dispatchHostCall(
        {
          ...{ name: `${name}.${operation}`, rawInput, subject },
          ...{ granted: { [name]: granted }, declared: { [name]: declared } },
        },
        parts,
      );
      checkOutput(`${name}.${operation}`, reply);
      return reply;
    },
  };
}

/** What a broker answers is what the table says it answers. */
function checkOutput(name: string, reply: HostCallReply): void {
  const output = findOperation(name)?.definition.output;
  if (!reply.ok || output === undefined || Value.Check(output, reply.value)) return;
  throw new Error(`${name} answered ${JSON.stringify(reply.value)}`);
}

function isPair(grant: JsonValue): grant is { granted: JsonValue; declared: JsonValue } {
  return typeof grant === 'object' && grant !== null && Object.hasOwn(grant, 'declared');
}

/** A declaration that leaves a grant as it is; one in the words of the grant where there is no shorter one. */
function wholeOf(name: CapabilityName, grant: JsonValue): JsonValue {
  const whole: Partial<Record<CapabilityName, JsonValue>> = {
    network: { allowedHosts: ['*'], methods: ['*'] },
    secrets: Array.isArray(grant) ? grant.map(({ name: secret }) => secret) : [],
    fs_reach: { read: ['*'], write: ['*'] },
    process: { allowedBinaries: ['*'] },
    attachments: { kinds: '*' },
  };
  return whole[name] ?? grant;
}

/** The value of an answer that must be one. */
export function valueOfReply(reply: HostCallReply): JsonValue {
  if (!reply.ok) throw new Error(`${reply.code}: ${reply.message}`);
  return reply.value;
}

/** `denied`, `failed` or `ok`, and why. */
export async function outcomeOf(reply: Promise<HostCallReply>): Promise<string> {
  const settled = await reply;
  return settled.ok ? 'ok' : `${settled.code.replace('capability_', '')}: ${settled.message}`;
}

export type Asking = (operation: string, input: JsonValue) => Promise<HostCallReply>;

export function asking(broker: BenchBroker, subject: BenchSubject): Asking {
  return (operation, input) => broker.handle(operation, input, subject);
}
