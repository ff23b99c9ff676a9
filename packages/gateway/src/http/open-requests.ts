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

  /** Is ended with what let its principal in, unless what it answers with was called before. */
  add(principal: Principal, outgoing: ServerResponse): () => void {
    const { answers } = this.#of(principal);
    answers.add(outgoing);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    return () => answers.delete(outgoing);
  }

  /** Ends everything that this principal has open. */
  end(principalId: string): void {
    for (const outgoing of this.#open.get(principalId)?.answers ?? []) outgoing.destroy();
    this.#parts.onEnded(principalId);
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #of(principal: Principal): OpenOfPrincipal {
    const { id } = principal;
    const known = this.#open.get(id);
    const of = known ?? { principal, answers: new Set() };
    // The newest token of a subject counts: the one before it may expire first.
    of.principal = principal;
    if (known === undefined) this.#open.set(id, of);
    return of;
  }

  /** Forgets here, and not with each answer, those that have nothing open: most ask again at once. */
  async #look(): Promise<void> {
    for (const [id, { answers }] of this.#open) if (answers.size === 0) this.#open.delete(id);
    if (this.#open.size === 0) this.#stop();
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
  principal: Principal;
  readonly answers: Set<ServerResponse>;
}
