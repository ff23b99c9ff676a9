import type { CapabilitySubject } from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';
import type { OpenStream } from './call-streams.ts';
import { FetchDeadline } from './fetch-deadline.ts';
import type { OpenedHop } from './open-hop.ts';
import type { Piece, ResponsePieces } from './response-pieces.ts';
import type { Upload } from './upload.ts';

/** A request of a guest that is read, and perhaps written, piece by piece. */
export class FetchStream implements OpenStream {
  readonly upload: Upload | undefined;
  readonly #deadline: FetchDeadline;
  #opened: OpenedHop | undefined;
  #pieces: ResponsePieces | undefined;
  #isClosed = false;

  constructor(deadline: FetchDeadline, upload: Upload | undefined) {
    this.#deadline = deadline;
    this.upload = upload;
  }

  /** Its response has come; false if it was closed meanwhile. */
  answer(opened: OpenedHop, pieces: ResponsePieces): boolean {
    this.#opened = opened;
    this.#pieces = pieces;
    if (this.#isClosed) void opened.close();
    return !this.#isClosed;
  }

  /** Each piece may take as long as a request may. */
  async read(subject: CapabilitySubject): Promise<Piece> {
    if (this.#pieces === undefined || this.#isClosed) throw failed('There is nothing to read.');
    using deadline = new FetchDeadline(subject.signal, this.#deadline.timeoutMs);
    const late = new Promise<never>((_resolve, reject) => {
      deadline.signal.addEventListener('abort', () => reject(LATE), { once: true });
    });
    const piece = this.#pieces.next();
    // It may fail after it was too late: its stream is closed then.
    piece.catch(() => undefined);
    try {
      return await Promise.race([piece, late]);
    } catch (error) {
      if (error !== LATE) throw error;
      const isOver = subject.signal.aborted;
      throw failed(isOver ? 'The call has ended.' : `Nothing came for ${deadline.timeoutMs} ms.`);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.upload?.close();
    this.#deadline.end();
    void this.#opened?.close();
  }
}

const LATE = Symbol('late');
