import type { Attachment } from '../attachment.ts';
import type { CallClient } from '../call-client.ts';
import type { TraceCarrier } from '../trace-carrier.ts';
import type { OperationInput, OperationName, OperationOutput } from './capability-operation.ts';
import type { CapabilityName, GrantOf, RequestOf } from './capability-table.ts';

/** The caller of a capability. Made by the host from its own records, never from what a guest says. */
export interface CapabilitySubject {
  /** Absent for a core tool. */
  readonly extensionId?: string;
  /** The MCP server whose tool it is, in place of an extension. */
  readonly server?: string;
  readonly toolName: string;
  readonly callId: string;
  readonly agentId: string;
  readonly sessionKey: string;
  readonly userId?: string;
  /** Who asked; absent for the embedder. */
  readonly principalId?: string;
  /** What came with the turn. */
  readonly attachments: readonly Attachment[];
  /** The crossing of the call, while the program follows calls. */
  readonly trace?: TraceCarrier;
  /** Who can be asked behind the call. */
  readonly client?: CallClient;
  /** Aborts when the call ends, however it ends. */
  readonly signal: AbortSignal;
}

/**
 * Does in the host what a guest may only ask for: one function per operation of the table. The input
 * fits the operation's schema, the grant is what the operator granted and the tool declared, both.
 * A `CapabilityRefusal` that is thrown is told to the guest; anything else that is thrown is not.
 */
export type CapabilityBroker<Name extends CapabilityName> = {
  readonly [Operation in OperationName<Name>]: (
    input: OperationInput<Name, Operation>,
    grant: GrantOf<Name>,
    subject: CapabilitySubject,
  ) => OperationOutput<Name, Operation> | Promise<OperationOutput<Name, Operation>>;
};

/** The brokers a host has. What has no broker is denied, whatever was granted. */
export type CapabilityBrokers = {
  readonly [Name in CapabilityName]?: Partial<CapabilityBroker<Name>>;
};

/**
 * For core tools: turns one declared capability into the handle that the tool gets in its context.
 * A capability without its own backend is refused, and so is a call whose backend throws.
 */
export type CapabilityBackends = {
  readonly [Name in CapabilityName]?: (
    declared: RequestOf<Name>,
    subject: CapabilitySubject,
  ) => unknown;
};
