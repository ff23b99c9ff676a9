import type { Host } from '@mortise/host';

const LANES_PER_EXTENSION = 4;
const MOST_WORK_MS = 30;

export interface LoadCounts {
  readonly calls: number;
  readonly ok: number;
  readonly safeCalls: number;
  readonly safeOk: number;
  /** Ends of calls that were not good, by code. */
  readonly lost: Readonly<Record<string, number>>;
  /** Calls whose number of ends was not one; calls whose code began more than once. */
  readonly notOnce: number;
  readonly ranTwice: number;
  /** Answers that belong to another call. */
  readonly mixedUp: number;
}

export interface LoadPlan {
  readonly extensions: readonly string[];
  /** The extension that is never killed; every call of it must be answered. */
  readonly safe: string;
}

/** Keeps calls of several extensions in flight and notes every end. */
export class KillLoad {
  readonly #host: Host;
  readonly #plan: LoadPlan;
  readonly #lanes: readonly Promise<void>[];
  readonly #ends = new Map<string, number>();
  readonly #runs = new Map<string, number>();
  readonly #lost = new Map<string, number>();
  readonly #killedAt = new Map<string, number>();
  readonly #recoveries: number[] = [];
  readonly #answered = new Set<string>();
  #isOver = false;
  #calls = 0;
  #ok = 0;
  #safeCalls = 0;
  #safeOk = 0;
  #mixedUp = 0;

  constructor(host: Host, plan: LoadPlan) {
    this.#host = host;
    this.#plan = plan;
    host.hooks.callFinished.tap('hazards-kill-load', ({ callId }) => {
      this.#ends.set(callId, (this.#ends.get(callId) ?? 0) + 1);
    });
    this.#lanes = [...plan.extensions, plan.safe].flatMap((id) =>
      Array.from({ length: LANES_PER_EXTENSION }, () => this.#runLane(id)),
    );
  }

  /** Waits until every extension has answered once. */
  async warmUp(): Promise<void> {
    while (this.#answered.size < this.#plan.extensions.length + 1)
      await new Promise((next) => setTimeout(next, 20));
  }

  noteKill(extensionIds: readonly string[]): void {
    for (const id of extensionIds)
      if (!this.#killedAt.has(id)) this.#killedAt.set(id, performance.now());
  }

  recoveryTimes(): readonly number[] {
    return this.#recoveries.toSorted((a, b) => a - b);
  }

  async stop(): Promise<LoadCounts> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
    return {
      calls: this.#calls,
      ok: this.#ok,
      safeCalls: this.#safeCalls,
      safeOk: this.#safeOk,
      lost: Object.fromEntries(this.#lost),
      notOnce: [...this.#ends.values()].filter((ends) => ends !== 1).length,
      ranTwice: [...this.#runs.values()].filter((runs) => runs > 1).length,
      mixedUp: this.#mixedUp,
    };
  }

  async #runLane(extensionId: string): Promise<void> {
    const session = this.#host.agent('main').session(`load-${extensionId}`);
    while (!this.#isOver) {
      const id = `${extensionId}-${this.#calls}`;
      const isSafe = extensionId === this.#plan.safe;
      const startedAt = performance.now();
      this.#calls += 1;
      this.#safeCalls += isSafe ? 1 : 0;
      this.#ends.set(id, 0);
      const args = { ms: Math.random() < 0.3 ? 0 : Math.random() * MOST_WORK_MS };
      const onProgress = () => this.#runs.set(id, (this.#runs.get(id) ?? 0) + 1);
      const [result] = await session.execute([{ id, name: `work_${extensionId}`, args }], {
        onProgress,
      });
      if (result?.ok) this.#noteAnswer(extensionId, { id, text: result.text, startedAt });
      else this.#lost.set(`${result?.code}`, (this.#lost.get(`${result?.code}`) ?? 0) + 1);
      await new Promise((next) => setTimeout(next, 2));
    }
  }

  #noteAnswer(
    extensionId: string,
    answer: { readonly id: string; readonly text: string; readonly startedAt: number },
  ): void {
    this.#ok += 1;
    this.#safeOk += extensionId === this.#plan.safe ? 1 : 0;
    this.#mixedUp += answer.text === answer.id ? 0 : 1;
    this.#answered.add(extensionId);
    const killedAt = this.#killedAt.get(extensionId);
    if (killedAt === undefined || answer.startedAt < killedAt) return;
    this.#recoveries.push(performance.now() - killedAt);
    this.#killedAt.delete(extensionId);
  }
}
