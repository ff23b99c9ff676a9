import {
  type CapabilityBackends,
  type CapabilitySubject,
  isCapabilityName,
  type Refusal,
  refuse,
  type ToolCall,
  type ToolContext,
} from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import { declaredCapabilities } from './check-capabilities.ts';

/** What the embedder's backends gave, by capability. */
export type BackendHandles = NonNullable<ToolContext['capabilities']>;

type Backend = (declared: unknown, subject: CapabilitySubject) => unknown;

/** Makes the handles a tool declared, for this call only. A backend that throws refuses the call. */
export function resolveCapabilities(
  call: ToolCall,
  backends: CapabilityBackends,
): { readonly status: 'resolved'; readonly handles: BackendHandles } | Refusal {
  const handles: Record<string, unknown> = Object.create(null);
  const subject = subjectOf(call);
  const { attachments } = subject;
  for (const name of declaredCapabilities(call.entry).filter(isCapabilityName)) {
    const request = call.entry.capabilities?.[name];
    const declared = name === 'attachments' ? { ...request, attachments } : request;
    // Each backend takes what is declared of its own capability.
    const backend = backends[name] as Backend | undefined;
    try {
      handles[name] = backend?.(declared, subject);
    } catch (error) {
      const message = `The capability "${name}" of tool "${call.toolName}" could not be given: ${printUnknown(error)}`;
      return refuse('not_available', message);
    }
  }
  return { status: 'resolved', handles: Object.freeze(handles) };
}

function subjectOf(call: ToolCall): CapabilitySubject {
  const { origin } = call.entry;
  const { agentId = '', sessionKey, userId, principal } = call.context;
  const { attachments = [], abortSignal, client } = call.context;
  return {
    ...(origin.kind === 'extension' ? { extensionId: origin.id } : {}),
    toolName: call.toolName,
    callId: call.callId,
    agentId,
    sessionKey,
    ...(userId === undefined ? {} : { userId }),
    ...(principal === undefined ? {} : { principalId: principal.id }),
    ...(client === undefined ? {} : { client }),
    attachments,
    signal: abortSignal,
  };
}
