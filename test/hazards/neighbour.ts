import type { Host, SessionHandle } from '@mortise/host';
import { expect } from 'vitest';
import { machinePressure } from './machine-pressure.ts';

const SOURCE = `export default (api) => {
  let answered = 0;
  api.registerTool({
    name: 'ping', description: 'Answers', parameters: { type: 'object' },
    async execute() { answered += 1; return { content: [{ type: 'text', text: 'pong' }] }; },
  });
};`;

/** A well-behaved extension that lives beside the hostile one. */
export const NEIGHBOUR = { id: 'neighbour', source: SOURCE } as const;

const PAUSE_MS = 20;
/** With a core for it: a neighbour that waits for the end of a hazard's call has lost its independence. */
const MOST_ANSWER_MS = 2_000;

export interface NeighbourRules {
  /** It shares a runner with the hostile one: it may lose a call with it, but not its future. */
  readonly mayLoseCalls: boolean;
}

/** Calls the neighbour again and again while an attack goes on, and once more after it. */
export class NeighbourWatch {
  readonly #session: SessionHandle;
  readonly #rules: NeighbourRules;
  readonly #watching: Promise<void>;
  #isOver = false;

  constructor(host: Host, rules: NeighbourRules) {
    this.#session = host.agent('main').session('neighbour');
    this.#rules = rules;
    this.#watching = this.#watch();
    // Awaited in `stop`; until then a failure must not count as unhandled.
    this.#watching.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
    expect(await this.#ping()).toBe('pong');
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      const answer = await this.#ping();
      expect(this.#rules.mayLoseCalls && answer === 'sandbox_crashed' ? 'pong' : answer).toBe(
        'pong',
      );
      await new Promise((next) => setTimeout(next, PAUSE_MS));
    }
  }

  async #ping(): Promise<string> {
    const start = performance.now();
    const [answer] = await this.#session.execute([{ id: 'ping', name: 'ping', args: {} }]);
    expect(performance.now() - start, 'ms the neighbour took').toBeLessThan(
      MOST_ANSWER_MS * machinePressure(),
    );
    return answer?.ok ? answer.text : `${answer?.code}`;
  }
}
