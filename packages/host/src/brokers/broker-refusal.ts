import { CapabilityRefusal } from '@mortise/contracts';

/** Outside of what was granted. */
export function denied(message: string, system?: string): CapabilityRefusal {
  return new CapabilityRefusal('capability_denied', message, system);
}

/** Granted, but not possible. */
export function failed(message: string, system?: string): CapabilityRefusal {
  return new CapabilityRefusal('capability_failed', message, system);
}
