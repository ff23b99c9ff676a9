import type { CapabilitySubject } from './capability-broker.ts';
import type { GrantOf } from './capability-table.ts';
import { storageCapability } from './storage.ts';

/**
 * Where a call's stored values live. They belong to an owner: the extension's id and, where a host
 * knows it, the source that its code comes from. Every part is quoted, so that no id can be written
 * to look like two. `undefined` if the scope is one of users and the call has none.
 */
export function storageNamespace(
  { scope = storageCapability.standard.scope }: GrantOf<'storage'>,
  { extensionId, toolName, agentId, sessionKey, userId }: CapabilitySubject,
  owner: string = storageOwner(extensionId),
): string | undefined {
  switch (scope) {
    case 'tool-private':
      return startOf(owner) + endOf(scope, toolName, agentId);
    case 'session':
      return startOf(owner) + endOf(scope, agentId, sessionKey);
    case 'agent':
      return startOf(owner) + endOf(scope, agentId);
    case 'user_agent':
      return userId === undefined ? undefined : startOf(owner) + endOf(scope, agentId, userId);
    case 'user':
      return userId === undefined ? undefined : startOf(owner) + endOf(scope, userId);
    case 'shared':
      return startOf(owner) + endOf(scope);
    default:
      return scope satisfies never;
  }
}

/** The name of who owns stored values: of another source it is another owner, whatever the id. */
export function storageOwner(extensionId: string | undefined, source?: string): string {
  return JSON.stringify(source === undefined ? (extensionId ?? null) : [extensionId, source]);
}

/** Whose namespace it is; `undefined` for one that was not made by `storageNamespace`. */
export function ownerOfNamespace(namespace: string): string | undefined {
  try {
    const parts: unknown = JSON.parse(namespace);
    return Array.isArray(parts) && parts.length > 1 ? JSON.stringify(parts[0]) : undefined;
  } catch {
    return undefined;
  }
}

/** Every namespace of an owner, and none of another, starts so. */
export function startOf(owner: string): string {
  return `[${owner},`;
}

function endOf(...parts: readonly string[]): string {
  return JSON.stringify(parts).slice(1);
}
