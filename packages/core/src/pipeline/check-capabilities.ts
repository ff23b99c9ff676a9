import {
  type CapabilityBackends,
  isCapabilityName,
  type Refusal,
  refuse,
  type ToolEntry,
} from '@mortise/contracts';

/** Refuses a core tool that declares a capability whose own backend is missing. */
export function checkCapabilities(
  entry: ToolEntry,
  backends: CapabilityBackends,
): Refusal | undefined {
  const missing = declaredCapabilities(entry).find((name) => !isBacked(name, backends));
  if (missing === undefined) return undefined;
  const message = `Tool "${entry.name}" needs the capability "${missing}", which this host does not back.`;
  return refuse('not_available', message);
}

/** An unknown name is kept: what cannot be backed must be refused, not overlooked. */
export function declaredCapabilities(entry: ToolEntry): readonly string[] {
  const declared = Object.entries(entry.capabilities ?? {});
  return declared
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name]) => name);
}

function isBacked(name: string, backends: CapabilityBackends): boolean {
  return isCapabilityName(name) && backends[name] !== undefined;
}
