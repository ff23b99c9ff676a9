import {
  type AuditSink,
  type CapabilityBrokers,
  CapabilityRefusal,
  type CapabilitySubject,
  ERROR_CODES,
  findOperation,
  recordedSubject,
} from '@mortise/contracts';

export interface StrictBrokerParts {
  readonly audit: AuditSink;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** Whether uses must be written down before they happen. */
  readonly isStrict: () => boolean;
}

type Operate = (input: object, grant: unknown, subject: CapabilitySubject) => unknown;

/**
 * The same brokers: in strict mode a use that was granted is written down before it happens, and does
 * not happen if that fails. What came of it is recorded after it, as ever.
 */
export function strictBrokers(
  brokers: CapabilityBrokers,
  parts: StrictBrokerParts,
): CapabilityBrokers {
  const recorded = Object.entries(brokers).map(([capability, broker]) => [
    capability,
    new Proxy(broker, {
      get: (target, operation) => {
        const operate: unknown = Reflect.get(target, operation);
        if (typeof operate !== 'function' || typeof operation !== 'string') return operate;
        const use = operate.bind(target) as Operate;
        const action = `${capability}.${operation}`;
        return (input: object, grant: unknown, subject: CapabilitySubject) => {
          if (parts.isStrict()) recordBegin(action, input, { subject, parts });
          return use(input, grant, subject);
        };
      },
    }),
  ]);
  // One entry for each that was given, with the functions that were given.
  return Object.fromEntries(recorded) as CapabilityBrokers;
}

function recordBegin(
  action: string,
  input: object,
  { subject, parts }: { readonly subject: CapabilitySubject; readonly parts: StrictBrokerParts },
): void {
  const { audit, now } = parts;
  const who = recordedSubject(subject);
  try {
    audit.record({
      ...{ at: now(), kind: 'capability', decision: 'allowed', action },
      target: findOperation(action)?.definition.target(input).slice(0, 500) ?? '',
      ...who,
      detail: { phase: 'begin' },
    });
    audit.flush?.();
  } catch {
    throw new CapabilityRefusal('capability_failed', ERROR_CODES.audit_required.summary);
  }
}
