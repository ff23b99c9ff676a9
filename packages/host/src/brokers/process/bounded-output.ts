import type { Readable } from 'node:stream';

export interface TakenOutput {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly truncated: boolean;
}

export interface OutputStreams {
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** Keeps the first bytes; more than that ends the process. */
export class BoundedOutput {
  readonly #pieces: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = {
    stdout: [],
    stderr: [],
  };
  readonly #onOverflow: () => void;
  #left: number;
  #isTruncated = false;

  constructor({ stdout, stderr }: OutputStreams, maxBytes: number, onOverflow: () => void) {
    this.#left = maxBytes;
    this.#onOverflow = onOverflow;
    stdout.on('data', (piece: Buffer) => this.#take('stdout', piece));
    stderr.on('data', (piece: Buffer) => this.#take('stderr', piece));
  }

  taken(): TakenOutput {
    return {
      stdout: Buffer.concat(this.#pieces.stdout),
      stderr: Buffer.concat(this.#pieces.stderr),
      truncated: this.#isTruncated,
    };
  }

  #take(stream: 'stdout' | 'stderr', piece: Buffer): void {
    const kept = piece.subarray(0, this.#left);
    this.#left -= kept.length;
    if (kept.length > 0) this.#pieces[stream].push(kept);
    if (kept.length === piece.length) return;
    this.#isTruncated = true;
    this.#onOverflow();
  }
}
