import { GUEST_FAULTS } from './faults.ts';
import { createReader, createWriters, type FrameOf, type FrameTable } from './frame-codec.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A question of a guest; the runner passes it on to the host. `input` is what the guest wrote. */
export const ASK = { seq: 'whole', id: 'whole', name: 'word', input: 'json' } as const;

/** `json` is a `RunProgress`. */
export const PROGRESS = { seq: 'whole', json: 'json' } as const;

/**
 * What a guest says to its runner, beside results (`call-frames`): what an entry into it returns is
 * a text of such frames.
 */
export const GUEST_TO_RUNNER = {
  faulted: { seq: 'whole', fault: GUEST_FAULTS, message: 'quoted' },
  /** The call has not begun: its arguments can only be checked in the clean realm, which is not there. */
  unchecked: { seq: 'whole' },
  ask: ASK,
  progress: PROGRESS,
  /** `seq` is 0 if it belongs to no call. */
  log: { seq: 'whole', level: LOG_LEVELS, message: 'quoted' },
  /** Something that the runner computes by itself; `input` is the list of its arguments, with `Marked` values. */
  compute: { id: 'whole', name: 'word', input: 'json' },
  timer: { id: 'whole', ms: 'whole' },
  untimer: { id: 'whole' },
  /** The registration window is closed. */
  registered: { registrations: 'json' },
  unregistered: { message: 'quoted' },
} as const satisfies FrameTable;

export type GuestFrame = FrameOf<typeof GUEST_TO_RUNNER>;

export const fromGuest = /* @__PURE__ */ createWriters(GUEST_TO_RUNNER);
export const readGuestFrame = /* @__PURE__ */ createReader(GUEST_TO_RUNNER);
