/** Lets tasks of one key run one after the other, in the order they were asked for. */
export class KeyedTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** A task that fails does not keep the next one from running. */
  async take<Answer>(key: string, task: () => Promise<Answer>): Promise<Answer> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(task, task);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
