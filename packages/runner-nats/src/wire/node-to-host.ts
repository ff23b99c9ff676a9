import {
  createReader,
  createWriters,
  type FrameOf,
  type FrameTable,
  type FrameWriters,
} from '@mortise/sandbox';
import { PARCEL } from './parcel-frame.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** What a node says to the host of a call. All of it is hostile: a node may have been taken over. */
export const NODE_TO_HOST = {
  /** The node would run the call. It runs when the host answers `go`. */
  claim: { seq: 'whole' },
  /**
   * At the begin of each message: the node claims so many calls ahead, which the host may give it with `run`. `at` is
   * the node's own clock.
   */
  room: { at: 'whole', calls: 'whole' },
  /** The node does not take the call; it never will. */
  pass: { seq: 'whole' },
  /** Its turn has come, its time begins. A success that comes before it says so, too. */
  started: { seq: 'whole' },
  /** The end of a call; `outcome` is a `ToolOutcome`. */
  result: { seq: 'whole', outcome: 'json' },
  /** The end of a call whose outcome is a success of one text: `facts` is the rest of it. */
  text: { seq: 'whole', facts: 'json', text: 'word' },
  ask: { seq: 'whole', id: 'whole', name: 'word', input: 'json' },
  progress: { seq: 'whole', json: 'json' },
  /** `line` is a `LogLine`. */
  log: { seq: 'whole', level: LOG_LEVELS, line: 'json' },
  /** The node does not know this extension yet. */
  need: { key: 'word' },
  /** All calls of the host that the node has, after the messages up to `heard`; a `HeldCalls`. */
  holding: { heard: 'whole', calls: 'json' },
  parcel: PARCEL,
} as const satisfies FrameTable;

export type NodeFrame = FrameOf<typeof NODE_TO_HOST>;

export const toHost: FrameWriters<typeof NODE_TO_HOST> = createWriters(NODE_TO_HOST);
export const readNodeFrame = createReader(NODE_TO_HOST);

/** Numbers of calls that run, and of those that were claimed and wait for `go`. */
export interface HeldCalls {
  readonly running: readonly number[];
  readonly claimed: readonly number[];
}

/** Undefined if it is none. */
export function readHeldCalls(json: string): HeldCalls | undefined {
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null) return undefined;
  const { running, claimed } = value as { readonly running?: unknown; readonly claimed?: unknown };
  return isNumbers(running) && isNumbers(claimed) ? { running, claimed } : undefined;
}

export interface LogLine {
  readonly message: string;
  /** Where in the author's files it was written. */
  readonly trace?: readonly string[];
}

const MAX_TRACE = 32;

/** Undefined if it is none. */
export function readLogLine(json: string): LogLine | undefined {
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  const { message, trace } = value as { readonly message: unknown; readonly trace?: unknown };
  if (typeof message !== 'string') return undefined;
  const places = Array.isArray(trace) ? trace.filter((each) => typeof each === 'string') : [];
  return places.length === 0 ? { message } : { message, trace: places.slice(0, MAX_TRACE) };
}

/** Undefined for what is no JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => Number.isSafeInteger(each));
}
