import type { CapabilityName } from './capabilities.ts';
import type { JsonValue } from './json.ts';

/** Whom a broker works for. Made by the host from its own records, never from what a guest says. */
export interface BrokerSubject {
  readonly extensionId: string;
  readonly toolName: string;
  readonly callId: string;
  readonly agentId: string;
  readonly sessionKey: string;
  readonly userId?: string;
  /** What the operator granted and the tool declared, both; the broker narrows further. */
  readonly grant: JsonValue;
  /** Aborts when the call ends, however it ends. */
  readonly signal: AbortSignal;
}

export type BrokerReply =
  | { readonly ok: true; readonly value: JsonValue }
  | {
      readonly ok: false;
      readonly code: 'capability_denied' | 'capability_failed';
      readonly message: string;
    };

/**
 * Does in the host what a guest may only ask for. `input` is hostile: it is bounded JSON and
 * nothing else is known of it. A broker that rejects is answered to the guest as a failure.
 */
export interface CapabilityBroker {
  handle(operation: string, input: JsonValue, subject: BrokerSubject): Promise<BrokerReply>;
}

/** The brokers a host has. A capability without a broker is denied, whatever was granted. */
export type CapabilityBrokers = { readonly [Name in CapabilityName]?: CapabilityBroker };
