import type { CapabilityDefinition } from './capability-definition.ts';
import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityName,
  type RequestedCapabilities,
} from './capability-table.ts';
import { formatAsk } from './format-ask.ts';

/** What a person reads before granting a capability. The texts are an author's, as they were written. */
export interface DescribedRequest {
  readonly capability: CapabilityName;
  readonly asks: readonly string[];
  readonly reason?: string;
}

/** What a manifest asks for, one entry for each capability. */
export function describeRequests(requested: RequestedCapabilities): readonly DescribedRequest[] {
  return CAPABILITY_NAMES.flatMap((capability) => {
    const { asks }: CapabilityDefinition = CAPABILITIES[capability];
    const request = requested[capability];
    if (request === undefined) return [];
    const reason = reasonOf(request);
    return [
      { capability, asks: asks(request).map(formatAsk), ...(reason !== undefined && { reason }) },
    ];
  });
}

/** What a manifest must give a reason for and does not, by capability. */
export function findMissingReasons(
  requested: RequestedCapabilities,
): readonly { readonly capability: CapabilityName; readonly what: string }[] {
  return CAPABILITY_NAMES.flatMap((capability) => {
    const { needsReason }: CapabilityDefinition = CAPABILITIES[capability];
    const request = requested[capability];
    const what = request === undefined ? undefined : needsReason?.(request);
    return what === undefined || reasonOf(request)?.trim() ? [] : [{ capability, what }];
  });
}

function reasonOf(request: unknown): string | undefined {
  const isGiven = typeof request === 'object' && request !== null && 'reason' in request;
  return isGiven && typeof request.reason === 'string' ? request.reason : undefined;
}
