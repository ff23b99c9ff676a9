import type { ReceivedCall } from '../wire/call-frames.ts';

const QUICK_MICROS = 1_000;
const QUICK_CALLS = 32;

/** Which tools have been quick for so long that several of their calls may share an entry. */
export class QuickTools {
  readonly #quickCalls = new Map<string, number>();

  has(toolName: string): boolean {
    return (this.#quickCalls.get(toolName) ?? 0) >= QUICK_CALLS;
  }

  /** After an entry for these calls. */
  note(list: readonly ReceivedCall[], micros: number): void {
    const sole = list.length === 1 ? list[0] : undefined;
    if (sole !== undefined) this.#noteOne(sole.toolName, micros);
    // Which of several calls made an entry slow is not known: all tools prove themselves again.
    else if (micros / list.length > QUICK_MICROS) this.#quickCalls.clear();
  }

  #noteOne(toolName: string, micros: number): void {
    const before = this.#quickCalls.get(toolName) ?? 0;
    if (micros > QUICK_MICROS) this.#quickCalls.delete(toolName);
    else if (before < QUICK_CALLS) this.#quickCalls.set(toolName, before + 1);
  }
}
