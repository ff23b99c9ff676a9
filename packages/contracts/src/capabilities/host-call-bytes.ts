import type { CapabilityDefinition } from './capability-definition.ts';
import { CAPABILITIES, CAPABILITY_NAMES, type CapabilityGrants } from './capability-table.ts';
import { findGrantFault } from './find-grant-fault.ts';

/** Of names and options, and of what stands around them. */
const AROUND_BYTES = 64_000;

/**
 * How much JSON one host call may be, so that all that the grants say can be handed over. Undefined if
 * they say nothing. Written as JSON, text of line ends is twice as long, and base64 is a third longer.
 */
export function hostCallBytesFor(grants: CapabilityGrants): number | undefined {
  const asked = CAPABILITY_NAMES.flatMap((name) => {
    const { inputBytes, standard }: CapabilityDefinition = CAPABILITIES[name];
    const grant = grants[name];
    const isUsable = grant !== undefined && findGrantFault(name, grant) === undefined;
    return (isUsable ? inputBytes?.({ ...standard, ...grant }) : undefined) ?? [];
  });
  return asked.length === 0 ? undefined : 2 * Math.max(...asked) + AROUND_BYTES;
}
