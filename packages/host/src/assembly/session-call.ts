import type {
  Attachment,
  CallClient,
  CallPlace,
  ContentPart,
  EntryKind,
  JsonValue,
  OutcomeCode,
  RunUsage,
  ToolProgress,
  ToolSurface,
  TraceCarrier,
} from '@mortise/contracts';

export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Characters all results of this batch may have together. */
  readonly resultBudgetChars?: number;
  readonly dryRun?: boolean;
  /**
   * The ids say which calls these are: one that is asked for again with its id, of this host or another one on the same
   * state, runs no second time and is answered as it ended, for a day. A tool that says it may run twice is run again
   * if its host was lost, with the same id. Each counts as a batch of its own.
   */
  readonly once?: boolean;
  /** The conversation whose ids these are; the key of the session if absent. The same id elsewhere is another call. */
  readonly onceWithin?: string;
  /**
   * What the calls are of; tools if absent. A prompt is called by its name (`prompt:review`), a resource by its name
   * and the values of its address (`surface.resourceAt(uri)`), a completion with `$complete` among the arguments.
   */
  readonly kind?: EntryKind;
  /**
   * How long calls that a person must approve may wait for that, in ms; then they are refused with
   * `approval_pending`, and the same call uses the decision later. Until they expire if absent.
   */
  readonly approvalWaitMs?: number;
  /** A place that these calls have where they came in; left while a person is asked, unless several run `once`. */
  readonly place?: CallPlace;
  /** The trace these calls belong to; the active one of the program if absent. */
  readonly trace?: TraceCarrier;
  /** Files and pictures that came with the turn, for tools that may open them. */
  readonly attachments?: readonly Attachment[];
  /** Who can be asked behind these calls; the `client` of the host answers for what it lacks. */
  readonly client?: CallClient;
  /**
   * The surface of the request these calls belong to, as `beginRequest` gave it; that of the current
   * request if absent. It matters where one session serves several requests at once.
   */
  readonly surface?: ToolSurface;
}

/** How one call ended. Never thrown. */
export type SessionResult = SessionSuccess | SessionProblem;

interface SessionResultBase {
  readonly id: string;
  readonly name: string;
  readonly durationMs: number;
  readonly structured?: JsonValue;
  readonly costUsd?: number;
  readonly usage?: RunUsage;
}

export interface SessionSuccess extends SessionResultBase {
  readonly ok: true;
  readonly status: 'ok';
  readonly text: string;
  readonly content: readonly ContentPart[];
}

export interface SessionProblem extends SessionResultBase {
  readonly ok: false;
  /** `refused` promises that tool code never ran. */
  readonly status: 'refused' | 'failed';
  readonly code: OutcomeCode;
  readonly message: string;
  readonly hint: string;
  readonly effects: 'none' | 'unknown';
  /** When it may be asked again, if that is known; it stands in `message`, too. */
  readonly retryAfterMs?: number;
  /** The hold that a call waits for, or that refused it. */
  readonly approvalId?: string;
  /** Parts of an answer that is an error, if the tool gave one; `message` is their text. */
  readonly content?: readonly ContentPart[];
  /** Where in the extension's files it was thrown, from the inside out. For people; do not hand it to a model. */
  readonly trace?: readonly string[];
}
