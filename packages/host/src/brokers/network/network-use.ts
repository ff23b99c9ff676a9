import {
  CAPABILITIES,
  type CapabilitySubject,
  type GrantOf,
  type HostPattern,
  parseHostPattern,
} from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';
import type { SecretPlaceholders } from '../secrets/secret-placeholders.ts';
import type { CallStreams } from './call-streams.ts';
import { type AddressCheck, checkAddress } from './check-address.ts';
import type { FetchDeadline } from './fetch-deadline.ts';
import type { HopLimits } from './open-hop.ts';
import { type Resolver, systemResolver } from './resolver.ts';

const { standard } = CAPABILITIES.network;

/** What one use of the network is made with. */
export interface NetworkUse {
  readonly parts: {
    readonly resolver?: Resolver;
    readonly checkAddress?: AddressCheck;
    readonly certificates?: readonly string[];
    readonly placeholders: SecretPlaceholders;
    readonly streams: CallStreams;
  };
  readonly grant: GrantOf<'network'>;
  readonly subject: CapabilitySubject;
}

export function limitsOf({ parts, grant }: NetworkUse, deadline: FetchDeadline): HopLimits {
  const { signal, timeoutMs } = deadline;
  return {
    resolver: parts.resolver ?? systemResolver,
    checkAddress: parts.checkAddress ?? checkAddress,
    allowPrivate: grant.allowPrivate ?? [],
    ...{ signal, timeoutMs },
    maxResponseBytes: grant.maxResponseBytes ?? standard.maxResponseBytes,
    ...(parts.certificates === undefined ? {} : { certificates: parts.certificates }),
  };
}

export function timeoutOf({ timeoutMs = standard.timeoutMs }: GrantOf<'network'>): number {
  return timeoutMs;
}

export function mostRequestBytes(grant: GrantOf<'network'>): number {
  return grant.maxRequestBytes ?? standard.maxRequestBytes;
}

export function patternsOf({ allowedHosts }: GrantOf<'network'>): readonly HostPattern[] {
  return allowedHosts.flatMap((text) => parseHostPattern(text) ?? []);
}

export function methodsOf({ methods = standard.methods }: GrantOf<'network'>): ReadonlySet<string> {
  return new Set(methods.map((method) => method.toUpperCase()));
}

export function endedBy(callSignal: AbortSignal, timeoutMs: number) {
  return failed(
    callSignal.aborted ? 'The call has ended.' : `The request took longer than ${timeoutMs} ms.`,
  );
}
