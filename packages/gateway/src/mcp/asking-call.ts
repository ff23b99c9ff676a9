import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
} from '@modelcontextprotocol/server';
import {
  type CallClient,
  type CallPlace,
  CapabilityRefusal,
  type ModelAnswer,
  type ToolProgress,
  type UserAnswer,
} from '@mortise/contracts';
import type { ClientAbilities } from './client-abilities.ts';
import {
  formParams,
  type RawResponses,
  readModelAnswer,
  readUserAnswer,
  samplingParams,
} from './client-requests.ts';

/** What one request of the client brings along for a call. */
export interface AttachedRequest {
  readonly signal: AbortSignal;
  readonly onProgress: (note: ToolProgress) => void;
  readonly place?: CallPlace | undefined;
  readonly responses?: RawResponses | undefined;
}

/** What the host needs of the requests that wait for a call. */
export interface AskingPorts {
  readonly signal: AbortSignal;
  readonly onProgress: (note: ToolProgress) => void;
  readonly place: CallPlace;
  readonly client: CallClient;
}

interface OpenQuestion {
  readonly request: InputRequest;
  /** False if there is no answer to it among these. */
  readonly take: (responses: RawResponses | undefined) => boolean;
}

export interface AskingCallParts {
  readonly abilities: ClientAbilities;
  /** Whether it may be kept until its answers come. */
  readonly mayAsk: () => boolean;
  readonly stateOf: (round: number) => string;
}

/**
 * A call of revision 2026-07-28 whose tool asks its client. The tool goes on running: its request ends with what is
 * asked, and the request that brings the answers waits for the same call, so that nothing runs twice.
 */
export class AskingCall<End> {
  readonly #parts: AskingCallParts;
  readonly #ending = new AbortController();
  readonly #open = new Map<string, OpenQuestion>();
  /** Answers that came with the first request, before anything was asked. */
  #given: RawResponses | undefined;
  #asked = 0;
  #rounds = 0;
  #changed = Promise.withResolvers<undefined>();
  #attached: AttachedRequest | undefined;
  #detach: () => void = () => undefined;
  /** The place of the request at hand is one that this call has not left. */
  #isPlaceNew = true;
  #end: Promise<End> | undefined;

  constructor(parts: AskingCallParts) {
    this.#parts = parts;
  }

  /** Something was asked of its client. */
  get hasAsked(): boolean {
    return this.#rounds > 0;
  }

  /** Runs the call once; `attach` comes first. */
  start(run: (ports: AskingPorts) => Promise<End>): Promise<End> {
    this.#given = this.#attached?.responses;
    this.#end = run(this.#ports());
    return this.#end;
  }

  /** A request of the client waits for it. */
  attach(request: AttachedRequest): void {
    this.#detach();
    this.#attached = request;
    this.#isPlaceNew = true;
    const onAbort = () => this.end();
    request.signal.addEventListener('abort', onAbort, { once: true });
    this.#detach = () => request.signal.removeEventListener('abort', onAbort);
    if (request.signal.aborted) this.end();
    for (const [key, question] of this.#open)
      if (question.take(request.responses)) this.#open.delete(key);
  }

  /** Its end, or what it asks of its client, whichever comes first. */
  async next(): Promise<End | InputRequiredResult> {
    for (;;) {
      if (this.#open.size > 0) {
        // A tool that asks for several things at once has them put together.
        await nextTurn();
        if (this.#open.size > 0) return this.#ask();
      }
      const end = await Promise.race([this.#end, this.#changed.promise]);
      if (end !== undefined) return end;
    }
  }

  /** Cancels the call. */
  end(): void {
    this.#ending.abort();
  }

  #ask(): InputRequiredResult {
    this.#rounds += 1;
    // Until the answers come no request waits for it: that this one is over cancels nothing.
    this.#detach();
    const inputRequests = Object.fromEntries(
      [...this.#open].map(([key, { request }]) => [key, request]),
    );
    return inputRequired({ inputRequests, requestState: this.#parts.stateOf(this.#rounds) });
  }

  #ports(): AskingPorts {
    const { elicits, samples } = this.#parts.abilities;
    return {
      signal: this.#ending.signal,
      onProgress: (note) => this.#attached?.onProgress(note),
      place: { leave: () => this.#leavePlace(), enter: () => this.#enterPlace() },
      client: {
        ...(elicits && {
          elicit: (question, signal) =>
            this.#question<UserAnswer>(
              {
                key: question.key,
                request: elicitation(formParams(question)),
                read: readUserAnswer,
              },
              signal,
            ),
        }),
        ...(samples && {
          sample: (asked, signal) =>
            this.#question<ModelAnswer>(
              {
                ...{ key: asked.key, read: readModelAnswer },
                request: inputRequired.createMessage(samplingParams(asked)),
              },
              signal,
            ),
        }),
      },
    };
  }

  #question<Answer>(
    { key: named, request, read }: QuestionForm<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    this.#asked += 1;
    const base = named === '' ? `question-${this.#asked}` : named;
    const key = this.#open.has(base) ? `${base}-${this.#asked}` : base;
    const given = read(this.#given, key);
    if (given !== undefined) return Promise.resolve(given);
    if (!this.#parts.mayAsk())
      return Promise.reject(
        new CapabilityRefusal(
          'capability_failed',
          'Too many calls of this client wait for answers.',
        ),
      );
    return new Promise((resolve, reject) => {
      const take = (responses: RawResponses | undefined) => {
        try {
          const answer = read(responses, key);
          if (answer !== undefined) resolve(answer);
          return answer !== undefined;
        } catch (error) {
          // An answer that cannot be used is one: the tool is told, and other answers are taken.
          reject(error);
          return true;
        }
      };
      this.#open.set(key, { request, take });
      signal.addEventListener('abort', () => this.#open.delete(key), { once: true });
      this.#changed.resolve(undefined);
      this.#changed = Promise.withResolvers();
    });
  }

  #leavePlace(): void {
    this.#isPlaceNew = false;
    this.#attached?.place?.leave();
  }

  /** A request that came with the answers has taken a place of its own. */
  async #enterPlace(): Promise<boolean> {
    if (this.#isPlaceNew) return true;
    return (await this.#attached?.place?.enter()) ?? true;
  }
}

interface QuestionForm<Answer> {
  readonly key: string;
  readonly request: InputRequest;
  readonly read: (responses: RawResponses | undefined, key: string) => Answer | undefined;
}

function elicitation(params: ReturnType<typeof formParams>): InputRequest {
  return { method: 'elicitation/create', params };
}
