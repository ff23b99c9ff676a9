import { readFileSync } from 'node:fs';
import { hiddenByTest } from './hidden-by-test.ts';
import {
  findMissing,
  type JailReport,
  type JailStatus,
  type JailTier,
  type LayerState,
  readReport,
  reportAll,
} from './jail-layers.ts';
import {
  HIDEABLE,
  type HiddenLayers,
  type HideableLayer,
  type LaunchOrder,
} from './launch-order.ts';
import { locateAddons } from './locate-addons.ts';
import type { NoJailWords } from './no-jail-words.ts';

/** What a machine lacks for a jail. For tests. */
export interface JailTrial {
  readonly without?: readonly HideableLayer[];
  /** The native part of koffi is taken from there. */
  readonly addonFolder?: string;
  /** How long a runner waits to be tried again where none could be jailed and a jail is required, in ms. */
  readonly retryMs?: number;
}

export interface JailRecordOptions extends JailTrial {
  readonly tier: JailTier;
  /** Called when a report differs from the last one. */
  readonly onKnown?: () => void;
}

/** Whether processes of one kind can be jailed on this machine, and what holds those that started. */
export class JailRecord {
  readonly tier: JailTier;
  readonly without: HiddenLayers;
  readonly #onKnown: (() => void) | undefined;
  readonly #addons: LaunchOrder['addons'] | undefined;
  /** Why there is none. */
  #fault: string | undefined;
  #report: JailReport | undefined;
  #isFirst = true;

  constructor({ tier, without = [], addonFolder, onKnown }: JailRecordOptions) {
    this.tier = tier;
    this.#onKnown = onKnown;
    const tried = Object.fromEntries(without.map((layer) => [layer, HIDEABLE[layer]]));
    this.without = { ...tried, ...hiddenByTest() };
    const found =
      tier === 'off'
        ? 'it is switched off (sandbox.jail: off)'
        : locateAddons(addonFolder, this.without);
    if (typeof found === 'string') this.#fault = found;
    else this.#addons = found;
    // Nothing will ever start that could say so.
    if (this.refusal !== undefined) queueMicrotask(() => this.#onKnown?.());
  }

  /** What a launcher needs; undefined if there can be no jail. */
  get addons(): LaunchOrder['addons'] | undefined {
    // Whatever went wrong: where a jail is required nothing ever starts beside a launcher.
    return this.#fault === undefined || this.tier === 'required' ? this.#addons : undefined;
  }

  /** Whether a start makes sense: one that could end in no jail, though one is required, does not. */
  get canStart(): boolean {
    return this.tier !== 'required' || this.#addons !== undefined;
  }

  /** What holds processes, by the last one that started; undefined before the first has. */
  get report(): JailReport | undefined {
    if (this.#fault === undefined) return this.#report;
    // Where a launcher got as far as trying, it said which layers lack; the others would hold.
    const isTold = this.#report !== undefined && findMissing(this.#report) !== undefined;
    return isTold ? this.#report : reportAll(`off: ${this.#fault}`);
  }

  get status(): JailStatus {
    const { tier, report } = this;
    if (report === undefined) return { tier, state: 'unknown', layers: {} };
    return { tier, state: findMissing(report) === undefined ? 'on' : 'off', layers: report };
  }

  /** Why nothing may run: a jail is required and there is none. */
  get refusal(): string | undefined {
    return this.tier === 'required' ? this.#fault : undefined;
  }

  /** A process of ours says this before any code of a stranger ran in it. */
  noteReport(rawReport: unknown, pid: number): void {
    const before = JSON.stringify(this.report);
    const report = readReport(rawReport);
    this.#report = report === undefined ? this.#report : confirm(report, pid);
    const missing = this.#report && findMissing(this.#report);
    // What kept a launcher from making one has gone if another one made it.
    if (this.tier === 'required') this.#fault = missing;
    if (this.#isFirst || JSON.stringify(this.report) !== before) this.#onKnown?.();
    this.#isFirst = false;
  }

  /**
   * The launcher could make none. Without one being required, processes start as they are from now on;
   * not if others made one: what is short for a moment, memory say, must not open the way out for good.
   */
  noteFault({ reason, report }: NoJailWords): void {
    const wasMade = this.#report !== undefined && findMissing(this.#report) === undefined;
    if (this.#fault !== undefined || wasMade) return;
    this.#fault = reason;
    this.#report = report;
    this.#isFirst = false;
    this.#onKnown?.();
  }
}

/** Two layers can be seen from outside; what the kernel says of them counts. */
function confirm(report: JailReport, pid: number): JailReport {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return report;
  }
  // A short program has ended by now: what is left of it has no such lines.
  if (/^State:\s*[ZX]/m.test(status)) return report;
  // What is off says why by itself.
  const seen = (said: LayerState, line: RegExp): LayerState =>
    said === 'on' && !line.test(status) ? 'off: the kernel does not show it' : said;
  return {
    ...report,
    no_new_privileges: seen(report.no_new_privileges, /^NoNewPrivs:\s*1$/m),
    system_calls: seen(report.system_calls, /^Seccomp:\s*2$/m),
  };
}
