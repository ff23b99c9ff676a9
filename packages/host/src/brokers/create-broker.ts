import type {
  AuditSink,
  BrokerReply,
  BrokerSubject,
  CapabilityBroker,
  CapabilityName,
  JsonValue,
} from '@mortise/contracts';
import type { BrokerOperation } from './broker-operation.ts';
import { BrokerRefusal, denied, failed } from './broker-refusal.ts';

/** What every broker needs from the host. */
export interface BrokerParts {
  readonly audit: AuditSink;
  /** Wall clock in ms. */
  readonly now: () => number;
}

export interface BrokerSpec<Grant> {
  readonly capability: CapabilityName;
  /** Turns `subject.grant` into a grant, or throws: a grant in an unknown form grants nothing. */
  readonly interpretGrant: (grant: JsonValue) => Grant;
  readonly operations: ReadonlyMap<string, BrokerOperation<Grant>>;
}

/**
 * The frame all brokers share: checks grant and input, runs the operation, answers every fault as
 * data and records one audit entry per request, whatever came of it.
 */
export function createBroker<Grant>(
  spec: BrokerSpec<Grant>,
  { audit, now }: BrokerParts,
): CapabilityBroker {
  return {
    async handle(operation, input, subject) {
      const attempt: Attempt = { operation, target: '' };
      const reply = await answer(spec, { attempt, input, subject });
      audit.record({
        at: now(),
        kind: 'capability',
        decision: decisionOf(reply),
        action: `${spec.capability}.${operation.slice(0, 40)}`,
        target: attempt.target.slice(0, 500),
        ...(reply.ok ? {} : { reason: reply.message }),
        ...identityOf(subject),
      });
      return reply;
    },
  };
}

interface Attempt {
  readonly operation: string;
  target: string;
}

interface Request {
  readonly attempt: Attempt;
  readonly input: JsonValue;
  readonly subject: BrokerSubject;
}

async function answer<Grant>(
  spec: BrokerSpec<Grant>,
  { attempt, input, subject }: Request,
): Promise<BrokerReply> {
  try {
    const operation = spec.operations.get(attempt.operation);
    if (operation === undefined) {
      throw failed(
        `"${attempt.operation.slice(0, 40)}" is not an operation of ${spec.capability}.`,
      );
    }
    const prepared = operation.prepare(input);
    attempt.target = prepared.target;
    const grant = spec.interpretGrant(subject.grant);
    if (subject.signal.aborted) throw failed('The call has ended.');
    return { ok: true, value: await prepared.run(grant, subject) };
  } catch (error) {
    return replyTo(error, spec.capability);
  }
}

/** The text of an unforeseen error may hold paths or values of the host; the guest gets its code only. */
function replyTo(error: unknown, capability: CapabilityName): BrokerReply {
  if (error instanceof BrokerRefusal) {
    return { ok: false, code: error.code, message: error.message };
  }
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const suffix = typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
  return {
    ok: false,
    code: 'capability_failed',
    message: `The host could not do this with ${capability}${suffix}.`,
  };
}

function decisionOf(reply: BrokerReply): 'allowed' | 'denied' | 'failed' {
  if (reply.ok) return 'allowed';
  return reply.code === 'capability_denied' ? 'denied' : 'failed';
}

function identityOf({ extensionId, toolName, callId, agentId, sessionKey, userId }: BrokerSubject) {
  return {
    extensionId,
    toolName,
    callId,
    agentId,
    sessionKey,
    ...(userId === undefined ? {} : { userId }),
  };
}

/** The words of a grant that cannot be used. */
export function grantUnusable(capability: CapabilityName, detail: string): BrokerRefusal {
  return denied(`The grant of ${capability} cannot be used: ${detail}.`);
}
