import type { ServerResponse } from 'node:http';
import type { Principal } from '@mortise/contracts';

/** How often it is asked whether those who have something open may go on, ms. */
const LOOK_MS = 1_000;

/** Events can end behind any of them; half of an answer that is a whole must not pass for all of it. */
export type AnswerKind = 'whole' | 'events';

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
  add(principal: Principal, outgoing: ServerResponse, kind: AnswerKind = 'whole'): () => void {
    const { answers } = this.#of(principal);
    answers.set(outgoing, kind);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    return () => answers.delete(outgoing);
  }

  /** Ends everything that this principal has open. */
  end(principalId: string): void {
    const { answers = [] } = this.#open.get(principalId) ?? {};
    for (const [outgoing, kind] of answers) endAnswer(outgoing, kind);
    this.#parts.onEnded(principalId);
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #of(principal: Principal): OpenOfPrincipal {
    const { id } = principal;
    const known = this.#open.get(id);
    const of = known ?? { principal, answers: new Map() };
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

/** How long a reader has to take what was written to it before, ms. */
const LAST_WORDS_MS = 1_000;

/** A stream of events ends in order, so that its reader need not take it for a fault of the network; all else is cut off. */
function endAnswer(outgoing: ServerResponse, kind: AnswerKind): void {
  const isEndable = kind === 'events' && outgoing.headersSent && !outgoing.writableEnded;
  if (!isEndable) return void outgoing.destroy();
  // What still tries to write finds it ended, which is no fault of the process.
  outgoing.on('error', () => undefined);
  const late = setTimeout(() => outgoing.destroy(), LAST_WORDS_MS).unref();
  outgoing.end(() => {
    clearTimeout(late);
    outgoing.destroy();
  });
}

interface OpenOfPrincipal {
  principal: Principal;
  readonly answers: Map<ServerResponse, AnswerKind>;
}
