import type { FrameFields } from '@mortise/sandbox';

/** Stands in for a frame that is too large for a message: it lies in the object store. */
export const PARCEL = {
  /** Of the call that the frame is of; 0 if it is of none. */
  seq: 'whole',
  bytes: 'whole',
  /** Of the object. */
  name: 'word',
  /** SHA-256 of the frame, hex. */
  sum: 'word',
} as const satisfies FrameFields;
