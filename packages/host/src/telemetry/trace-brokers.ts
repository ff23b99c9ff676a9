import type { CapabilityBrokers, CapabilitySubject } from '@mortise/contracts';
import type { HostTelemetry } from './host-telemetry.ts';

type Operate = (input: unknown, grant: unknown, subject: CapabilitySubject) => unknown;

/** The same brokers, each use of them told to who follows the call that makes it. */
export function traceBrokers(
  brokers: CapabilityBrokers,
  telemetry: HostTelemetry,
): CapabilityBrokers {
  const traced = Object.entries(brokers).map(([capability, broker]) => [
    capability,
    new Proxy(broker, {
      get: (target, operation) => {
        const operate: unknown = Reflect.get(target, operation);
        if (typeof operate !== 'function' || typeof operation !== 'string') return operate;
        const call = operate.bind(target) as Operate;
        return (input: unknown, grant: unknown, subject: CapabilitySubject) =>
          subject.trace === undefined && !telemetry.isFollowed
            ? call(input, grant, subject)
            : telemetry.capability(`${capability}.${operation}`, subject, () =>
                call(input, grant, subject),
              );
      },
    }),
  ]);
  // One entry for each that was given, with the functions that were given.
  return Object.fromEntries(traced) as CapabilityBrokers;
}
