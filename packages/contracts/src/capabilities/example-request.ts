import { CAPABILITIES, type CapabilityName } from './capability-table.ts';

/**
 * The least that can be written to ask for a capability, as an author writes it: `storage: {}`. Messages that
 * say what to write say it, so it must be a request that counts.
 */
export function exampleRequest(name: CapabilityName): string {
  return `${name}: ${CAPABILITIES[name].example}`;
}
