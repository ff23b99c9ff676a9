const QUICK_MICROS = 1_000;
const QUICK_CALLS = 32;

/** Which tools have been quick for so long that several of their calls may share an entry. */
export class ToolPace {
  readonly #quickCalls = new Map<string, number>();

  isQuick(toolName: string): boolean {
    return (this.#quickCalls.get(toolName) ?? 0) >= QUICK_CALLS;
  }

  note(toolName: string, micros: number): void {
    const before = this.#quickCalls.get(toolName) ?? 0;
    if (micros > QUICK_MICROS) this.#quickCalls.delete(toolName);
    else if (before < QUICK_CALLS) this.#quickCalls.set(toolName, before + 1);
  }

  /** Whose fault a slow entry for several was is not known: all prove themselves again. */
  noteMany(microsPerCall: number): void {
    if (microsPerCall > QUICK_MICROS) this.#quickCalls.clear();
  }
}
