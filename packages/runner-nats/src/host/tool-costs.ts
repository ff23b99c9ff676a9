import type { ToolOutcome } from '@mortise/contracts';

/** How much the last call counts. */
const SHARE = 1 / 8;

/**
 * What calls of the tools of an extension use of the CPU, by those that have ended. Nodes say it, and one that lies
 * decides no more than which node is given a few calls.
 */
export class ToolCosts {
  readonly #cpuMs = new Map<string, number>();

  /** In ms; more than any call if none has ended. */
  of(toolName: string): number {
    return this.#cpuMs.get(toolName) ?? Number.POSITIVE_INFINITY;
  }

  note(toolName: string, { usage }: ToolOutcome): void {
    if (usage === undefined) return;
    const before = this.#cpuMs.get(toolName) ?? usage.cpuMs;
    this.#cpuMs.set(toolName, before + (usage.cpuMs - before) * SHARE);
  }
}
