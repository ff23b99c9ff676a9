import { type Host, WorkSlices } from '@mortise/host';

/** How often a tool was called by an agent, and when last, wall clock in ms. */
export interface ToolUse {
  readonly count: number;
  readonly lastAt: number;
}

/** What the audit log has of calls, for some time back. */
export interface RecordedUsage {
  /** From when on the log was read. */
  readonly since: number;
  /** False if the log has more than was read, or cannot be read. */
  readonly isComplete: boolean;
  readonly calls: number;
  of(agentId: string, toolName: string): ToolUse | undefined;
}

const DAYS_MS = 30 * 24 * 60 * 60_000;
const PAGE = 1_000;
const MOST_PAGES = 50;
/** What was read is good for so long, ms. */
const FRESH_MS = 30_000;

/** Which tools are used at all, by the audit log; read when it is asked for, and kept for a moment. */
export class ToolUsage {
  readonly #host: Host;
  readonly #now: () => number;
  #read: { readonly at: number; readonly usage: Promise<RecordedUsage> } | undefined;

  constructor(host: Host, now: () => number) {
    this.#host = host;
    this.#now = now;
  }

  recorded(): Promise<RecordedUsage> {
    const at = this.#now();
    if (this.#read === undefined || at - this.#read.at > FRESH_MS) {
      this.#read = { at, usage: this.#load(at - DAYS_MS) };
    }
    return this.#read.usage;
  }

  async #load(since: number): Promise<RecordedUsage> {
    const uses = new Map<string, ToolUse>();
    const slices = new WorkSlices();
    let calls = 0;
    let before: number | undefined;
    let isComplete = false;
    try {
      for (let page = 0; page < MOST_PAGES && !isComplete; page += 1) {
        const place = before === undefined ? {} : { before };
        const found = await this.#host.audit.search({ kind: 'call', since, limit: PAGE, ...place });
        for (const { agentId = '', toolName = '', at } of found.records) {
          const key = keyOf(agentId, toolName);
          const known = uses.get(key);
          uses.set(key, {
            count: (known?.count ?? 0) + 1,
            lastAt: Math.max(known?.lastAt ?? 0, at),
          });
          await slices.next();
        }
        calls += found.records.length;
        before = found.next;
        isComplete = before === undefined;
      }
    } catch {
      // A host without a log knows of no use; that is said.
      isComplete = false;
    }
    return { since, isComplete, calls, of: (agent, tool) => uses.get(keyOf(agent, tool)) };
  }
}

function keyOf(agentId: string, toolName: string): string {
  return JSON.stringify([agentId, toolName]);
}
