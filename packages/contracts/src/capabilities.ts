import type { JsonValue } from './json.ts';

/** The six kinds of authority a tool may ask for. Everything else is unreachable from a guest. */
export const CAPABILITY_NAMES = [
  'network',
  'secrets',
  'storage',
  'fs_reach',
  'process',
  'attachments',
] as const;

export type CapabilityName = (typeof CAPABILITY_NAMES)[number];

/** What a tool or a manifest asks for. Asking grants nothing. */
export interface ToolCapabilities {
  readonly network?: {
    readonly allowedHosts: readonly string[];
    readonly methods?: readonly string[];
  };
  readonly secrets?: readonly string[];
  readonly storage?: {
    readonly scope?: 'tool-private' | 'session' | 'agent';
    readonly quotaBytes?: number;
  };
  readonly fs_reach?: { readonly read?: readonly string[]; readonly write?: readonly string[] };
  readonly process?: { readonly allowedBinaries: readonly string[] };
  readonly attachments?: { readonly kinds: readonly string[] | '*' };
}

/** Whom a capability is resolved for; brokers key their namespaces and audit lines with it. */
export interface CapabilitySubject {
  readonly toolName: string;
  readonly extensionId?: string;
  readonly agentId?: string;
  readonly sessionKey: string;
  readonly signal: AbortSignal;
}

/**
 * Turns one declared capability into the handle a tool gets in its context.
 * A backend that throws refuses the call: nothing has run by then.
 */
export type CapabilityBackend = (declared: unknown, subject: CapabilitySubject) => unknown;

/** The backends a host has. A capability without its own backend is refused, whatever else is there. */
export type CapabilityBackends = { readonly [Name in CapabilityName]?: CapabilityBackend };

/** A file or picture that came with the turn. */
export interface Attachment {
  readonly ref: string;
  readonly kind: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly path?: string;
  readonly metadata?: JsonValue;
}
