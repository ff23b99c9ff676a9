import { ownText } from '../wire/frame-splitter.ts';
import type { RunnerCall } from './runner-call.ts';

const QUICK_MICROS = 1_000;
const QUICK_CALLS = 32;

/** Which tools have been quick for so long that several of their calls may share an entry. */
export class QuickTools {
  readonly #quickCalls = new Map<string, number>();

  has(toolName: string): boolean {
    return (this.#quickCalls.get(toolName) ?? 0) >= QUICK_CALLS;
  }

  /** After an entry for these calls; `isAnswered` if all of them have an answer. */
  note(list: readonly RunnerCall[], micros: number, isAnswered: boolean): void {
    const sole = list.length === 1 ? list[0] : undefined;
    if (sole !== undefined) this.#noteOne(sole.toolName, isAnswered && micros <= QUICK_MICROS);
    // Which of several calls made an entry slow, or waits, is not known: all tools prove themselves again.
    else if (!isAnswered || micros / list.length > QUICK_MICROS) this.#quickCalls.clear();
  }

  #noteOne(toolName: string, isQuick: boolean): void {
    const before = this.#quickCalls.get(toolName) ?? 0;
    if (!isQuick) this.#quickCalls.delete(toolName);
    // Its name would keep the chunk that it came in.
    else if (before === 0) this.#quickCalls.set(ownText(toolName), 1);
    else if (before < QUICK_CALLS) this.#quickCalls.set(toolName, before + 1);
  }
}
