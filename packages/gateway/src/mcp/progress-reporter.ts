import type { ToolProgress } from '@mortise/contracts';
import type { CallContext } from './call-context.ts';

/** A tool may talk without end; a client hears this much of one call. */
const MOST_NOTES = 1_000;
const MOST_CHARS = 1_000;
/** A note that does not say how far the call is still moves it; all of them together stay small. */
const SMALL_STEP = 0.001;

/**
 * Passes a tool's notes on while its call runs: as progress if the client asked for it with a
 * token, else as log messages if it asked for those. One that asked for neither hears nothing: some clients end a
 * call at a message that they do not know.
 */
export class ProgressReporter {
  readonly #context: CallContext;
  readonly #isLogWanted: boolean;
  #sent: Promise<unknown> = Promise.resolve();
  #notes = 0;
  #progress = -SMALL_STEP;
  #isOver = false;

  /** `isLogWanted`: a client with a session asked for logs; others ask in every request. */
  constructor(context: CallContext, isLogWanted: boolean) {
    this.#context = context;
    this.#isLogWanted = isLogWanted || context.mcpReq.envelope !== undefined;
  }

  report(note: ToolProgress): void {
    const { _meta, log, notify } = this.#context.mcpReq;
    const progressToken = _meta?.progressToken;
    if (this.#isOver || this.#notes >= MOST_NOTES) return;
    if (progressToken === undefined && !this.#isLogWanted) return;
    this.#notes += 1;
    const message = String(note.message).slice(0, MOST_CHARS);
    const sending =
      progressToken === undefined
        ? log('info', message, note.toolName)
        : notify({
            method: 'notifications/progress',
            params: { progressToken, message, ...this.#advance(note.percent) },
          });
    // A client that went away is no reason for the tool to fail.
    this.#sent = Promise.allSettled([this.#sent, sending]);
  }

  /** Ends reporting; resolves when everything before it is out, so that the result comes last. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await this.#sent;
  }

  /** Progress must grow with every note, whatever the tool says. */
  #advance(percent: number | undefined): { readonly progress: number; readonly total?: number } {
    const isUsable = percent !== undefined && percent > this.#progress && percent <= 100;
    this.#progress = isUsable ? percent : this.#progress + SMALL_STEP;
    return { progress: this.#progress, ...(percent === undefined ? {} : { total: 100 }) };
  }
}
