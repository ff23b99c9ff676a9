import { createReader, createWriters, type FrameOf, type FrameTable } from './frame-codec.ts';

/** What the host says to a runner, beside calls (`call-frames`). */
export const HOST_TO_RUNNER = {
  /** `spec` is an `IsolateSpec`. Answered by `opened` or `unopened`. */
  open: { isolate: 'whole', spec: 'json' },
  close: { isolate: 'whole' },
  /** The guest sees its signal abort, then the call ends with `cancelled`. */
  cancel: { seq: 'whole', isolate: 'whole' },
  /** To the host call `id`: its value, or a `HostCallFault`. */
  answer: { seq: 'whole', isolate: 'whole', id: 'whole', isOk: 'flag', value: 'json' },
  /** The call may last so much longer: it waits for who is behind its caller. */
  postpone: { seq: 'whole', isolate: 'whole', ms: 'whole' },
  /** Answered by `reached` when everything that was sent before it has been taken. */
  ping: { seq: 'whole' },
} as const satisfies FrameTable;

export type HostFrame = FrameOf<typeof HOST_TO_RUNNER>;

export const toRunner = /* @__PURE__ */ createWriters(HOST_TO_RUNNER);
export const readHostFrame = /* @__PURE__ */ createReader(HOST_TO_RUNNER);
