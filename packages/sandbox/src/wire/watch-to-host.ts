import { createReader, createWriters, type FieldsOf, type FrameTable } from './frame-codec.ts';

/** What the watch thread of a runner says to the host, on a descriptor of its own. */
export const WATCH_TO_HOST = {
  /** Answers that were given in an entry that does not end follow: calls of this isolate, and no other. */
  answers: { isolate: 'whole' },
  /** An entry into a guest that does not end; repeated as long as it lasts. */
  busy: {
    /** Number of the entry, counted by the runner. */
    entry: 'whole',
    isolate: 'whole',
    /** First call it is for; 0 during a load or a timer that no call can be charged with. */
    seq: 'whole',
    /** Of an entry for several calls, the last one. */
    until: 'whole',
    /** Of an entry for several calls, the one it does not get beyond; 0 if it is in none of them. */
    current: 'whole',
    /** Of an entry that begins calls, the last one that it has begun; 0 of any other. */
    begun: 'whole',
    /** No call with a higher number has begun. */
    lastBegun: 'whole',
    ms: 'measure',
    /** CPU time of it. */
    cpuMs: 'measure',
    /** After which the runner would have stopped it by itself. */
    patienceMs: 'measure',
  },
} as const satisfies FrameTable;

export type BusyFrame = FieldsOf<(typeof WATCH_TO_HOST)['busy']>;

export const fromWatch = /* @__PURE__ */ createWriters(WATCH_TO_HOST);
export const readWatchFrame = /* @__PURE__ */ createReader(WATCH_TO_HOST);
