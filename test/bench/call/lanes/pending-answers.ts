/** Calls by number until their answers come: what any protocol over a pipe needs at least. */
export class PendingAnswers {
  readonly #waiting = new Map<number, (text: string) => void>();
  #last = 0;

  ask(send: (id: number) => void): Promise<string> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send(id);
    });
  }

  settle(id: number, text: string): void {
    this.#waiting.get(id)?.(text);
    this.#waiting.delete(id);
  }
}
