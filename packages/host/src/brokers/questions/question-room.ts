import { type CapabilitySubject, EMBEDDER } from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';

/** Questions that calls of one extension, or MCP server, may have open at once: each keeps a call, and its process. */
const MOST_OF_EXTENSION = 16;
/** Of all extensions of the host. */
const MOST_OF_HOST = 100;
/** What one caller may have of both: one that never answers must not keep others from being asked. */
const SHARE_OF_CALLER = 0.5;

type Asking = Pick<
  CapabilitySubject,
  'signal' | 'extensionId' | 'server' | 'userId' | 'principalId'
>;
/** What is asked for, and how often one call may, by its grant. */
export interface AskingBound {
  readonly of: 'elicitation' | 'sampling';
  readonly perCall: number;
}

type Bound = readonly [room: string, most: number];

/** Counts what calls ask of who is behind them: how often each may, and how many may be open at once. */
export class QuestionRoom {
  /** By what is asked for: a model that wrote uses up no question. A call is known by its signal, which is its own. */
  readonly #asked = {
    elicitation: new WeakMap<AbortSignal, number>(),
    sampling: new WeakMap<AbortSignal, number>(),
  } as const;
  readonly #open = new Map<string, number>();

  /** Counts one; to be disposed of when it is answered. Throws a refusal if there is no room. */
  enter(subject: Asking, { of, perCall }: AskingBound): Disposable {
    const { signal } = subject;
    const counts = this.#asked[of];
    const asked = counts.get(signal) ?? 0;
    if (asked >= perCall) throw denied(`One call may ask ${perCall} times, by the grant.`);
    const bounds = boundsOf(subject);
    if (bounds.some(([room, most]) => (this.#open.get(room) ?? 0) >= most))
      throw failed('Too many questions of tools wait for an answer; ask later.');
    counts.set(signal, asked + 1);
    this.#count(bounds, 1);
    return { [Symbol.dispose]: () => this.#count(bounds, -1) };
  }

  #count(bounds: readonly Bound[], change: 1 | -1): void {
    for (const [room] of bounds) {
      const open = (this.#open.get(room) ?? 0) + change;
      if (open === 0) this.#open.delete(room);
      else this.#open.set(room, open);
    }
  }
}

function boundsOf(subject: Asking): readonly Bound[] {
  const { extensionId = '', server } = subject;
  const all: readonly Bound[] = [
    ['host', MOST_OF_HOST],
    [server === undefined ? `extension ${extensionId}` : `server ${server}`, MOST_OF_EXTENSION],
  ];
  const caller = callerOf(subject);
  if (caller === undefined) return all;
  return [
    ...all,
    ...all.map(([room, most]): Bound => [`${room} ${caller}`, most * SHARE_OF_CALLER]),
  ];
}

/** The program that embeds the host asks for itself, unless it says for whom. */
function callerOf({ userId, principalId }: Asking): string | undefined {
  if (userId !== undefined) return `user ${userId}`;
  return principalId === EMBEDDER.id ? undefined : principalId && `principal ${principalId}`;
}
