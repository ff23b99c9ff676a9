import type { CapabilityDefinition } from './capability-definition.ts';
import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityGrants,
  type RequestedCapabilities,
} from './capability-table.ts';

/** Grants all that a manifest asks for; a `*` for files or folders becomes the operator's workspace. */
export function grantRequested(
  requested: RequestedCapabilities = {},
  workspace: string,
): CapabilityGrants {
  const place = { workspace, hosts: requested.network?.allowedHosts ?? [] };
  const grants = CAPABILITY_NAMES.flatMap((name) => {
    const { grantAll }: CapabilityDefinition = CAPABILITIES[name];
    const request = requested[name];
    return request === undefined ? [] : [[name, grantAll(request, place)]];
  });
  return Object.fromEntries(grants);
}
