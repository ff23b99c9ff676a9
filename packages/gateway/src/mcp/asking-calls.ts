import { AskingCall, type AskingPorts, type AttachedRequest } from './asking-call.ts';
import type { ClientAbilities } from './client-abilities.ts';

/** Calls of one conversation that may wait for answers of their client, and ends that are kept for it. */
const MOST_KEPT = 16;
/** How long the end of a call is kept for a client that comes late. */
const KEEP_END_MS = 60_000;

/** What a request that brings answers must say again: which call it is for. */
export interface RepeatedCall {
  readonly name: string;
  /** Canonical. */
  readonly args: string;
}

export interface BeginParts<End> {
  readonly asked: RepeatedCall;
  readonly abilities: ClientAbilities;
  readonly request: AttachedRequest;
  readonly newId: () => string;
  readonly run: (ports: AskingPorts) => Promise<End>;
}

/** The calls of a conversation whose tools have asked its client something. */
export class AskingCalls<End> {
  /** The oldest first. */
  readonly #kept = new Map<string, KeptCall<End>>();

  /** Starts a call; it is kept from the first thing that it asks until some time after its end. */
  begin({ asked, abilities, request, newId, run }: BeginParts<End>): AskingCall<End> {
    let id = '';
    const call = new AskingCall<End>({
      abilities,
      mayAsk: () => {
        if (id !== '') return true;
        if (!this.#makeRoom()) return false;
        // Other clients cannot name it: 122 random bits.
        id = newId();
        this.#kept.set(id, { asked, call, hasEnded: false });
        return true;
      },
      stateOf: (round) => `${id}.${round}`,
    });
    call.attach(request);
    const onEnd = () => {
      const kept = this.#kept.get(id);
      if (kept === undefined) return;
      kept.hasEnded = true;
      setTimeout(() => this.#kept.delete(id), KEEP_END_MS).unref();
    };
    call.start(run).then(onEnd, onEnd);
    return call;
  }

  /** The call that a state was given for; undefined if it is not here any more, or the state is for another call. */
  find(state: string, { name, args }: RepeatedCall): AskingCall<End> | undefined {
    const [, id = ''] = STATE.exec(state) ?? [];
    const kept = this.#kept.get(id);
    return kept?.asked.name === name && kept.asked.args === args ? kept.call : undefined;
  }

  /** Ends that are kept make room for calls that ask; false if as many wait as may. */
  #makeRoom(): boolean {
    if (this.#kept.size < MOST_KEPT) return true;
    const ended = this.#kept.entries().find(([, { hasEnded }]) => hasEnded);
    return ended !== undefined && this.#kept.delete(ended[0]);
  }

  /** Cancels what waits: its client is gone for good. */
  close(): void {
    for (const { call } of this.#kept.values()) call.end();
    this.#kept.clear();
  }
}

interface KeptCall<End> {
  readonly asked: RepeatedCall;
  readonly call: AskingCall<End>;
  hasEnded: boolean;
}

const STATE = /^(.{1,100})\.\d{1,4}$/;
