import { FRAME_END } from '@mortise/sandbox';

export interface OutboxParts {
  readonly publish: (text: string) => void;
  /** What stands at the begin of every message. */
  readonly head?: () => string;
  /** A message has at most so many characters; a frame that is longer goes another way. */
  readonly maxChars: () => number;
  /** Takes a frame that is too large for a message; settles when the peer was told where it lies. */
  readonly putAside: (frame: string) => Promise<void>;
}

/** The fields before the last of a frame take less. */
const FIELD_CHARS = 300;

/**
 * Sends frames to one peer. Those of one turn of the event loop share a message: what a call costs is
 * mostly messages, and with calls side by side claims and answers of many go together.
 */
export class FrameOutbox {
  readonly #parts: OutboxParts;
  #text = '';
  #isScheduled = false;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Answers a promise for a frame that goes another way, and nothing for one that goes with the next message. */
  send(frame: string): Promise<void> | undefined {
    const maxChars = this.#parts.maxChars();
    if (frame.length > maxChars) return this.#parts.putAside(frame);
    if (this.#text.length + frame.length > maxChars) this.flush();
    this.#text += frame;
    if (this.#isScheduled) return undefined;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.flush();
    });
    return undefined;
  }

  /** Whether a frame goes with a message that is mostly this text. */
  holds(text: string): boolean {
    return text.length + FIELD_CHARS <= this.#parts.maxChars();
  }

  flush(): void {
    if (this.#text === '') return;
    const text = `${this.#parts.head?.() ?? ''}${this.#text}`;
    this.#text = '';
    this.#parts.publish(text);
  }
}

/** The frames of a message, each without its end. The last is empty if the message is whole. */
export function splitFrames(text: string): readonly string[] {
  return text.split(FRAME_END);
}
