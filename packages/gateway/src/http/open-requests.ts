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
  /** By who asked, and what its token lets it do: those of one subject may differ. */
  readonly #open = new Map<string, OpenOfPrincipal>();
  /** Made once: a principal is the same object while its token is good. */
  readonly #keys = new WeakMap<Principal, string>();
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
    for (const each of this.#ofId(principalId)) endAnswers(each);
    this.#parts.onEnded(principalId);
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #of(principal: Principal): OpenOfPrincipal {
    const key = this.#keys.get(principal) ?? rightsOf(principal);
    this.#keys.set(principal, key);
    const known = this.#open.get(key);
    const of = known ?? { principal, answers: new Map() };
    // The newest token of a subject counts: the one before it may expire first. One that may do other things does not.
    of.principal = principal;
    if (known === undefined) this.#open.set(key, of);
    return of;
  }

  #ofId(principalId: string): readonly OpenOfPrincipal[] {
    return [...this.#open.values()].filter(({ principal }) => principal.id === principalId);
  }

  /** Forgets here, and not with each answer, those that have nothing open: most ask again at once. */
  async #look(): Promise<void> {
    for (const [key, { answers }] of this.#open) if (answers.size === 0) this.#open.delete(key);
    if (this.#open.size === 0) this.#stop();
    for (const [key, each] of [...this.#open]) {
      const { principal } = each;
      // While the store cannot be asked, a revocation could not be seen either.
      if (await this.#parts.isGood(principal).catch(() => false)) continue;
      endAnswers(each);
      this.#open.delete(key);
      // Another token of the same subject may be good still.
      if (this.#ofId(principal.id).length === 0) this.#parts.onEnded(principal.id);
    }
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function rightsOf({ id, roles, agents, userId = '', boundTo = '' }: Principal): string {
  return JSON.stringify([id, roles, agents, userId, boundTo]);
}

function endAnswers({ answers }: OpenOfPrincipal): void {
  for (const [outgoing, kind] of answers) endAnswer(outgoing, kind);
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
