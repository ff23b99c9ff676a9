/**
 * What a guest says of something that was thrown: a message and, behind a mark, where it was thrown as
 * V8 writes it. All of it is text of the guest's own; the host takes places out of it and nothing else.
 */
const MARK = '\x1f';

/** Of the part behind the mark. */
export const STACK_CHARS = 4_000;

/** Made for guests, too: no method is called. */
export function joinThrown(message: string, stack: string): string {
  return stack === '' ? message : `${message}${MARK}${stack}`;
}

export function splitThrown(guestText: string): {
  readonly message: string;
  readonly stack: string;
} {
  const at = guestText.indexOf(MARK);
  if (at < 0) return { message: guestText, stack: '' };
  return {
    message: guestText.slice(0, at),
    stack: guestText.slice(at + MARK.length, at + MARK.length + STACK_CHARS),
  };
}
