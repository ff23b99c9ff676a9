/**
 * Memory in which a guest keeps the answers of an entry as it gives them: an entry that wedges or
 * uses up memory never returns them. The runner reads them after the entry, and its watch thread
 * while it lasts.
 *
 * A head of whole numbers, then frames as the host reads them (`answerHead`), in UTF-8: runner and
 * watch thread send them on as they are.
 */
export const KEPT_HEAD = {
  /** Bytes that may be read: written after them. */
  bytes: 0,
  /** The entry that they are of, as `entryStamp` shortens its number. */
  entry: 1,
} as const;

export const KEPT_HEAD_BYTES = 8;
/** Of all answers of an entry together. One that does not fit ends the sharing of the entry. */
export const KEPT_BYTES = 65_536;
/** To keep a longer one would cost as much as an entry of its own (measured). */
export const MAX_KEPT_CHARS = 4_096;

export function shareKeptAnswers(): SharedArrayBuffer {
  return new SharedArrayBuffer(KEPT_HEAD_BYTES + KEPT_BYTES);
}

/** Numbers of entries outgrow 32 bits. */
export function entryStamp(entry: number): number {
  return entry | 0;
}
