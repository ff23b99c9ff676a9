import { CapabilityRefusal } from '@mortise/contracts';

/** Outside of what the tool declares. */
export function denied(message: string): CapabilityRefusal {
  return new CapabilityRefusal('capability_denied', message);
}

/** Declared, but not there or not working. */
export function failed(message: string): CapabilityRefusal {
  return new CapabilityRefusal('capability_failed', message);
}
