import type { CapabilityHandles, JsonValue } from '@mortise/contracts';

/**
 * What a tool is told about its call and may ask of the host during it. Dead afterwards. Each handle
 * (`storage`, `secrets`, `fs` and their like) needs its capability: without it every operation is
 * refused.
 */
export interface ToolContext extends CapabilityHandles {
  readonly callId: string;
  readonly agentId: string;
  readonly sessionKey: string;
  readonly userId?: string;
  readonly turnCount: number;
  /** What the configuration says to this tool of this agent. */
  readonly overrides: { readonly [key: string]: JsonValue };
  /** Aborts when the caller no longer waits. */
  readonly signal: CallSignal;
  readonly log: ExtensionLog;
  /** A note for the user on the way; `percent` from 0 to 100. */
  progress(message: string, percent?: number): void;
  sleep(ms: number): Promise<void>;
  /**
   * Needs the capability `network`. Like the global `fetch`, which cannot tell whose request it is
   * once several calls run at a time: inside a tool, this one is the safe one.
   */
  readonly fetch: WebFetch;
}

/** The web's `fetch` where its types are there, as with `@types/node` or the DOM's; else what of it tools use. */
export type WebFetch = typeof globalThis extends { readonly fetch: infer Fetch }
  ? Fetch
  : (url: string | { readonly href: string }, init?: FetchInit) => Promise<FetchReply>;

/** As `console`, but into the log of the extension. */
export interface ExtensionLog {
  debug(...values: readonly unknown[]): void;
  info(...values: readonly unknown[]): void;
  warn(...values: readonly unknown[]): void;
  error(...values: readonly unknown[]): void;
}

/** The web's `AbortSignal` where its types are there, so that it can be handed to any library. */
export type CallSignal = typeof globalThis extends {
  readonly AbortSignal: { readonly prototype: infer Signal };
}
  ? Signal
  : PlainSignal;

export interface PlainSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
  throwIfAborted(): void;
}

export interface FetchInit {
  readonly method?: string;
  readonly headers?:
    | { readonly [name: string]: string }
    | readonly (readonly [string, string])[]
    | FetchHeaders;
  readonly body?: string | Uint8Array | ArrayBuffer | null;
  readonly redirect?: 'follow' | 'error' | 'manual';
  /** Ends the request when it aborts. */
  readonly signal?: PlainSignal | null;
}

/** The part of the web's `Headers` that tools use. */
export interface FetchHeaders extends Iterable<readonly [string, string]> {
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(visit: (value: string, name: string) => void): void;
}

/** The part of the web's `Response` that tools use. The body can be read once. */
export interface FetchReply {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: FetchHeaders;
  readonly bodyUsed: boolean;
  text(): Promise<string>;
  json(): Promise<unknown>;
  bytes(): Promise<Uint8Array>;
  arrayBuffer(): Promise<ArrayBuffer>;
  clone(): FetchReply;
}

/** JSON values by key, in a namespace of the extension's own. */
export type KeyValueStorage = CapabilityHandles['storage'];
export type Secrets = CapabilityHandles['secrets'];
export type Files = CapabilityHandles['fs'];
export type FileContent = Awaited<ReturnType<Files['read']>>;
export type FolderListing = Awaited<ReturnType<Files['list']>>;
export type FileFacts = NonNullable<Awaited<ReturnType<Files['stat']>>>;
export type Processes = CapabilityHandles['process'];
/** How a program ended. */
export type ProcessEnd = Awaited<ReturnType<Processes['run']>>;
export type Attachments = CapabilityHandles['attachments'];
/** The user of the client that calls. */
export type User = CapabilityHandles['user'];
/** What the user did with a form. */
export type UserReply = Awaited<ReturnType<User['elicit']>>;
/** The model of the client that calls. */
export type Model = CapabilityHandles['model'];
