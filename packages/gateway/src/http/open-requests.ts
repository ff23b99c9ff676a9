import type { ServerResponse } from 'node:http';
import type { Principal } from '@mortise/contracts';

/** How often it is asked whether those who have something open may go on, ms. */
const LOOK_MS = 1_000;

export interface OpenRequestsParts {
  /** Whether what let the principal in is still good. */
  readonly isGood: (principal: Principal) => Promise<boolean>;
  /** Told of a principal that may not go on, after its connections were ended. */
  readonly onEnded: (principalId: string) => void;
}

/**
 * The requests that are being answered, streams and long polls among them, by who asked. What a token
 * opened ends when it is revoked or expires, whichever process revoked it.
 */
export class OpenRequests implements Disposable {
  readonly #parts: OpenRequestsParts;
  readonly #open = new Map<string, OpenOfPrincipal>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: OpenRequestsParts) {
    this.#parts = parts;
  }

  /** Ends with the answer, or is ended. */
  add(principal: Principal, outgoing: ServerResponse): void {
    const { id } = principal;
    const of = this.#open.get(id) ?? { principal, answers: new Set() };
    // The newest token of a subject counts: the one before it may expire first.
    this.#open.set(id, { ...of, principal });
    of.answers.add(outgoing);
    outgoing.once('close', () => {
      of.answers.delete(outgoing);
      if (of.answers.size === 0) this.#open.delete(id);
      if (this.#open.size === 0) this.#stop();
    });
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  /** Ends everything that this principal has open. */
  end(principalId: string): void {
    for (const outgoing of this.#open.get(principalId)?.answers ?? []) outgoing.destroy();
    this.#parts.onEnded(principalId);
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  async #look(): Promise<void> {
    for (const [id, { principal }] of this.#open) {
      // While the store cannot be asked, a revocation could not be seen either.
      const isGood = await this.#parts.isGood(principal).catch(() => false);
      if (!isGood) this.end(id);
    }
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

interface OpenOfPrincipal {
  readonly principal: Principal;
  readonly answers: Set<ServerResponse>;
}
