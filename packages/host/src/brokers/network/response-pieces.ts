import { isUtf8 } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { OperationOutput } from '@mortise/contracts';
import { failed } from '../broker-refusal.ts';
import { createRedactor, type RedactorStream } from '../secrets/create-redactor.ts';
import { tooLarge } from './decode-body.ts';
import type { OpenedHop } from './open-hop.ts';
import { releaseBytes } from './release-bytes.ts';
import { waitForBytes } from './wait-for-bytes.ts';
import { wholeCharacters } from './whole-characters.ts';

export type Piece = OperationOutput<'network', 'read'>;

/** A piece holds about so much at most. */
const PIECE_BYTES = 65_536;
/** Small pieces that come closer than that are put together: each costs a crossing. */
const SPACING_MS = 5;
const SMALL_BYTES = 16_384;
/** So long a response may take to be whole before its reader gets what there is. */
const GRACE_MS = 10;

export interface ResponsePiecesParts {
  readonly opened: OpenedHop;
  /** Values the guest holds placeholders for: a server that echoes them must not give them away. */
  readonly secrets: readonly string[];
  readonly maxBytes: number;
}

/** The body of a response, piece by piece: nothing is read from the connection that was not asked for. */
export class ResponsePieces {
  readonly #parts: ResponsePiecesParts;
  readonly #redactor: RedactorStream;
  #size = 0;
  #isOver = false;
  #rest = Buffer.alloc(0);
  #lastAt = 0;
  #lastBytes = 0;

  constructor(parts: ResponsePiecesParts) {
    this.#parts = parts;
    // Latin-1 maps bytes to characters one to one; a value stands there as the bytes of its UTF-8.
    const asBytes = parts.secrets.map((value) => Buffer.from(value, 'utf8').toString('latin1'));
    this.#redactor = createRedactor([...asBytes, ...parts.secrets]).openStream();
  }

  /** All of a short response, or what there is of a longer one, with its head. */
  first(): Promise<Piece> {
    const end = isShort(this.#parts.opened) ? undefined : performance.now() + GRACE_MS;
    return this.#take(async (size) => {
      if (size >= PIECE_BYTES) return false;
      const left = end === undefined ? undefined : end - performance.now();
      return waitForBytes(this.#parts.opened.body, left);
    });
  }

  async next(): Promise<Piece> {
    const since = performance.now() - this.#lastAt;
    if (this.#lastBytes < SMALL_BYTES && since < SPACING_MS) await pause(SPACING_MS - since);
    return this.#take(async (size) => size === 0 && waitForBytes(this.#parts.opened.body));
  }

  /** Reads while `wantsMore`, which waits for more. */
  async #take(wantsMore: (size: number) => Promise<boolean>): Promise<Piece> {
    const { opened, maxBytes } = this.#parts;
    const pieces: Buffer[] = [];
    let size = 0;
    try {
      do {
        for (let piece = this.#read(); piece !== undefined; piece = this.#read()) {
          size += piece.length;
          this.#size += piece.length;
          if (this.#size > maxBytes) throw tooLarge(maxBytes);
          pieces.push(piece);
          if (size >= PIECE_BYTES) break;
        }
        this.#isOver = opened.body.readableEnded;
      } while (!this.#isOver && (await wantsMore(size)));
    } catch (error) {
      throw opened.explain(error);
    }
    this.#lastAt = performance.now();
    this.#lastBytes = size;
    return this.#write(pieces);
  }

  #read(): Buffer | undefined {
    const { body } = this.#parts.opened;
    if (body.errored !== null) throw body.errored;
    if (body.destroyed && !body.readableEnded) throw failed('The connection ended early.');
    return (body.read() as Buffer | null) ?? undefined;
  }

  #write(pieces: readonly Buffer[]): Piece {
    const text = Buffer.concat([...pieces]).toString('latin1');
    releaseBytes(pieces);
    const clean = this.#redactor.push(text) + (this.#isOver ? this.#redactor.end() : '');
    const bytes = Buffer.concat([this.#rest, Buffer.from(clean, 'latin1')]);
    const cut = this.#isOver ? bytes.length : wholeCharacters(bytes);
    this.#rest = Buffer.from(bytes.subarray(cut));
    const certain = bytes.subarray(0, cut);
    const encoding = isUtf8(certain) ? 'utf8' : 'base64';
    return { data: certain.toString(encoding), encoding, done: this.#isOver };
  }
}

/** It says how long it is, and that is not much: it is waited for. */
function isShort({ headers }: OpenedHop): boolean {
  const header = (name: string) => headers.find(([each]) => each === name)?.[1];
  const length = header('content-length');
  return (
    length !== undefined &&
    header('content-encoding') === undefined &&
    Number(length) <= PIECE_BYTES
  );
}
