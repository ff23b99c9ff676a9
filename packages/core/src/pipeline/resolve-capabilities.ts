import type { AdmittedCall, Attachment, CapabilityBackends, Refusal } from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import { declaredCapabilities, isCapabilityName } from './check-capabilities.ts';
import { refuse } from './refusal.ts';

export type CapabilityHandles = { readonly [name: string]: unknown };

/** Makes the handles a tool declared, for this call only. A backend that throws refuses the call. */
export function resolveCapabilities(
  call: AdmittedCall,
  backends: CapabilityBackends,
  attachments: readonly Attachment[],
): { readonly status: 'resolved'; readonly handles: CapabilityHandles } | Refusal {
  const handles: Record<string, unknown> = Object.create(null);
  for (const name of declaredCapabilities(call.entry).filter(isCapabilityName)) {
    const declared =
      name === 'attachments'
        ? { ...call.entry.capabilities?.attachments, attachments }
        : call.entry.capabilities?.[name];
    try {
      handles[name] = backends[name]?.(declared, subjectOf(call));
    } catch (error) {
      const message = `The capability "${name}" of tool "${call.toolName}" could not be given: ${printUnknown(error)}`;
      return refuse('not_available', message);
    }
  }
  return { status: 'resolved', handles: Object.freeze(handles) };
}

function subjectOf(call: AdmittedCall) {
  const { origin } = call.entry;
  const { agentId, sessionKey, abortSignal } = call.context;
  return {
    toolName: call.toolName,
    ...(origin.kind === 'extension' ? { extensionId: origin.id } : {}),
    ...(agentId === undefined ? {} : { agentId }),
    sessionKey,
    signal: abortSignal,
  };
}
