import type { CapabilitySubject } from './capability-broker.ts';
import type { GrantOf } from './capability-table.ts';
import { storageCapability } from './storage.ts';

/** Where a call's stored values live. Every part is quoted, so that no id can be written to look like two. */
export function storageNamespace(
  { scope = storageCapability.standard.scope }: GrantOf<'storage'>,
  { extensionId, toolName, agentId, sessionKey }: CapabilitySubject,
): string {
  switch (scope) {
    case 'tool-private':
      return JSON.stringify([extensionId, scope, toolName, agentId]);
    case 'session':
      return JSON.stringify([extensionId, scope, agentId, sessionKey]);
    case 'agent':
      return JSON.stringify([extensionId, scope, agentId]);
    case 'shared':
      return JSON.stringify([extensionId, scope]);
    default:
      return scope satisfies never;
  }
}
