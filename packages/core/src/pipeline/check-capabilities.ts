import {
  type CapabilityBackends,
  isCapabilityName,
  type Refusal,
  type ToolEntry,
} from '@mortise/contracts';
import { refuse } from './refusal.ts';
import type { Resolution } from './resolve-call.ts';

/**
 * Refuses a tool that declares a capability whose own backend is missing.
 * Tools of a runner are left to it: their grants live where their host calls arrive.
 */
export function checkCapabilities(
  { tool }: Resolution,
  backends: CapabilityBackends,
): Refusal | undefined {
  if (tool.implementation.kind === 'runner') return undefined;
  const missing = declaredCapabilities(tool.entry).find((name) => !isBacked(name, backends));
  if (missing === undefined) return undefined;
  const message = `Tool "${tool.entry.name}" needs the capability "${missing}", which this host does not back.`;
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
