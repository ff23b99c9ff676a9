/**
 * Lets changes of one board happen one after another. Storage has no compare-and-set, so two calls
 * that read and write a page side by side would lose one of the changes. Works within one isolate,
 * which is why the manifest says `sharedOnly`.
 */
export class TurnTaking {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `change` after all earlier ones of the same board, whatever became of them. */
  run<Result>(board: string, change: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(board) ?? Promise.resolve();
    const mine = before.then(change, change);
    const settled = mine.catch(() => undefined);
    this.#last.set(board, settled);
    void settled.then(() => {
      if (this.#last.get(board) === settled) this.#last.delete(board);
    });
    return mine;
  }
}
