/**
 * Words of memory that runner, watch thread and prelude share during an entry into a guest, so that
 * one that never ends can still be told: which of several calls does not end, which have begun.
 */
export const MARK_WORDS = 3;
/** Prelude: the call that is in its synchronous part; 0 if none is. */
export const CURRENT_CALL = 0;
/** Prelude: the last call that was begun; 0 if none was. */
export const BEGUN_CALL = 1;
/** Watch thread: the entry lasts, no further call may begin in it. */
export const STOP_BEGINNING = 2;
