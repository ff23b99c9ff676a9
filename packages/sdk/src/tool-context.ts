import type { JsonValue } from '@mortise/contracts';

/** What a tool is told about its call and may ask of the host during it. Dead afterwards. */
export interface ToolContext {
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
  fetch(url: string | { readonly href: string }, init?: FetchInit): Promise<FetchReply>;
  /** Needs the capability of its name; without it every operation is refused. */
  readonly storage: KeyValueStorage;
  readonly secrets: Secrets;
  readonly fs: Files;
  readonly process: Processes;
  readonly attachments: Attachments;
}

/** As `console`, but into the log of the extension. */
export interface ExtensionLog {
  debug(...values: readonly unknown[]): void;
  info(...values: readonly unknown[]): void;
  warn(...values: readonly unknown[]): void;
  error(...values: readonly unknown[]): void;
}

export interface CallSignal {
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
  /** Rejects when it aborts; the request itself ends with the call. */
  readonly signal?: CallSignal | null;
}

/** The part of the web's Headers that a sandbox has. */
export interface FetchHeaders extends Iterable<readonly [string, string]> {
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(visit: (value: string, name: string) => void): void;
}

/** The part of the web's Response that a sandbox has. The body can be read once. */
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

/** JSON values by key; the namespace is the extension's own. */
export interface KeyValueStorage {
  /** `null` for a key that was never set. */
  get(key: string): Promise<JsonValue>;
  set(key: string, value: JsonValue, options?: { readonly ttlMs?: number }): Promise<null>;
  delete(key: string): Promise<boolean>;
  /** Sorted keys, at most `limit`; go on with the last one as `after`. */
  list(
    prefix?: string,
    options?: { readonly limit?: number; readonly after?: string },
  ): Promise<readonly string[]>;
}

export interface Secrets {
  /** A placeholder: it becomes the value on the way out, in a request to a host bound to it. */
  get(name: string): Promise<string>;
  /** The value itself; a grant of its own. */
  reveal(name: string): Promise<string>;
}

export interface Files {
  read(
    path: string,
    options?: {
      readonly encoding?: 'utf8' | 'base64';
      readonly offset?: number;
      readonly length?: number;
    },
  ): Promise<FileContent>;
  write(
    path: string,
    content: string,
    options?: { readonly encoding?: 'utf8' | 'base64'; readonly exclusive?: boolean },
  ): Promise<{ readonly bytes: number; readonly created: boolean }>;
  list(path: string, options?: { readonly limit?: number }): Promise<FolderListing>;
  /** `null` if nothing is there. */
  stat(path: string): Promise<FileFacts | null>;
  /** A folder, with its parents. */
  mkdir(path: string): Promise<{ readonly created: boolean }>;
  /** Files only; false if nothing was there. */
  remove(path: string): Promise<boolean>;
}

export interface FileContent {
  readonly content: string;
  readonly encoding: 'utf8' | 'base64';
  readonly size: number;
  readonly offset: number;
  readonly bytes: number;
  readonly eof: boolean;
}

export interface FolderListing {
  readonly entries: readonly {
    readonly name: string;
    readonly kind: 'file' | 'directory' | 'link' | 'other';
  }[];
  readonly more: boolean;
}

export interface FileFacts {
  readonly kind: 'file' | 'directory';
  readonly size: number;
  readonly modifiedMs: number;
}

export interface Processes {
  /** A granted program with its arguments; there is no shell. */
  run(
    binary: string,
    args?: readonly string[],
    options?: {
      readonly cwd?: string;
      readonly stdin?: string;
      readonly timeoutMs?: number;
      readonly encoding?: 'utf8' | 'base64';
    },
  ): Promise<ProcessEnd>;
}

/** How a program ended. */
export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Its output was longer than what is here. */
  readonly truncated: boolean;
}

export interface Attachments {
  list(): Promise<JsonValue>;
  read(ref: string): Promise<JsonValue>;
}
