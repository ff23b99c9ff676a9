import { EMBEDDER, type Principal, type StopTarget } from '@mortise/contracts';
import type { HeldStop } from './held-stops.ts';
import type { NewStop, StopSwitch } from './stop-switch.ts';

/** What is stopped, and by whom. */
export type AskedStop = Omit<NewStop, 'by'>;

/** The stop switch of a host, for its embedder and its operators. */
export class HostStops {
  readonly #switch: StopSwitch;

  constructor(stopSwitch: StopSwitch) {
    this.#switch = stopSwitch;
  }

  /** The stops in force, the oldest first. */
  list(): readonly HeldStop[] {
    return this.#switch.list();
  }

  /**
   * Ends calls that run (`stopped_running`), refuses those that wait and those to come (`stopped`),
   * until a person lifts it. Holds at once; the answer says whether it would survive a restart.
   */
  stop(stop: AskedStop, principal: Principal = EMBEDDER): Promise<HeldStop> {
    return this.#switch.stop({ ...stop, by: principal.id });
  }

  /** Lifts what was stopped with exactly this target. Rejects with `unknown_stop` or `stop_not_lifted`. */
  resume(target: StopTarget, principal: Principal = EMBEDDER): Promise<readonly HeldStop[]> {
    return this.#switch.resume(target, principal.id);
  }

  /** Takes up what other processes stopped and lifted; a host does so by itself twice a second. */
  refresh(): Promise<void> {
    return this.#switch.refresh();
  }
}
