import { addAskingFilter, addFilter } from './add-filter.ts';
import { becomeProgram } from './become-program.ts';
import { ChildWords } from './child-words.ts';
import type { DescriptorMail } from './descriptor-mail.ts';
import { endWithParent, hideMemory } from './give-up-rights.ts';
import { InnerLayers, type OuterLayers } from './inner-layers.ts';
import type { LayerState } from './jail-layers.ts';
import type { Kernel } from './kernel.ts';
import type { LaunchChannel } from './launch-channel.ts';
import { HIDEABLE, type LaunchOrder, NO_JAIL_EXIT } from './launch-order.ts';
import { describePlan, type LaunchPlan, type PlanFaults } from './launch-plans.ts';
import { MountCalls } from './mount-calls.ts';
import { withoutCovered } from './open-paths.ts';
import { OwnFork } from './own-fork.ts';
import { enterNamespaces } from './own-namespaces.ts';
import { resetSignals } from './own-signals.ts';
import { PlanFault } from './plan-fault.ts';
import { writeProgramFilter } from './program-filter.ts';
import { makeProgramView } from './program-view.ts';
import { tryAttributes, tryProcesses, trySystemCalls } from './try-forbidden.ts';

const ECHILD = 10;

/** How often a process is forked again that ended without a word. */
export const TRIES = 5;

export interface ProgramParts {
  readonly kernel: Kernel;
  readonly order: LaunchOrder;
  readonly channel: LaunchChannel;
  readonly plan: LaunchPlan;
  /** Why others were not taken. */
  readonly faults: PlanFaults;
  readonly words: ChildWords;
  readonly mail: DescriptorMail | undefined;
}

/**
 * A process that the launcher forked: holds itself as the plan says and becomes the program. If it is to be
 * alone with what it starts, it stays as the first process of its namespace, and a child becomes it.
 */
export class ProgramProcess {
  readonly #parts: ProgramParts;
  readonly #inner: InnerLayers;

  constructor(parts: ProgramParts) {
    this.#parts = parts;
    const { kernel, order, words } = parts;
    const isParentThere = () => words.isHeard;
    this.#inner = new InnerLayers(kernel, { order, libraries: [], isParentThere });
  }

  run(): void {
    const { kernel, plan, order, words } = this.#parts;
    words.speak();
    // The first process of a namespace outlives what it handles, as Node does a fault in its memory, for ever.
    resetSignals(kernel);
    endWithParent(kernel, () => words.isHeard);
    if (plan.ownMounts)
      enterNamespaces(kernel, { network: !order.network, processes: plan.ownProcesses });
    if (plan.ownProcesses) this.#passOn();
    const outer = this.#makeView();
    this.#inner.prepare(plan.ownMounts ? withoutCovered(order.paths) : order.paths);
    // While its own memory can be looked up.
    const fork = plan.ownProcesses ? new OwnFork(kernel) : undefined;
    if (plan.attributes !== 'ask') words.say({ settled: true });
    const report = this.#inner.hold(outer, () => this.#filter());
    // Not before the launcher leaves signals and pipes to the program.
    if (!words.waitToGo()) kernel.exit(0);
    const started = fork && this.#stayFirst(fork);
    this.#parts.channel.say({ report });
    this.#become(started);
  }

  /** The new process is the first of its namespace and a child of the launcher; this one is done. */
  #passOn(): void {
    const { kernel, words } = this.#parts;
    const first = new OwnFork(kernel).forkSibling();
    if (first < 0) throw new PlanFault(`${HIDEABLE.processes} (${first})`);
    if (first > 0) {
      words.say({ first });
      kernel.exit(0);
    }
    endWithParent(kernel, () => words.isHeard);
  }

  #makeView(): OuterLayers {
    const { kernel, plan, faults, order } = this.#parts;
    const outer = describePlan(plan, faults, order);
    if (!plan.ownMounts) return outer;
    const mounts = new MountCalls(kernel);
    try {
      makeProgramView(mounts, order.paths);
      if (plan.ownProcesses) mounts.mountProc('/proc');
    } catch (error) {
      throw new PlanFault(error instanceof Error ? error.message : String(error));
    }
    return plan.ownProcesses ? { ...outer, processes: tryProcesses(kernel) } : outer;
  }

  #filter(): LayerState {
    const { kernel, plan, order } = this.#parts;
    const { attributes, ownProcesses } = plan;
    const { arch } = kernel;
    const filter = writeProgramFilter({ arch, network: order.network, attributes, ownProcesses });
    return attributes === 'ask' ? this.#ask(filter) : addFilter(kernel, filter, order);
  }

  /** The launcher answers from now on; whether it does is tried. */
  #ask(filter: Uint8Array): LayerState {
    const { kernel, order, words, mail } = this.#parts;
    const listener = addAskingFilter(kernel, filter);
    const sent = listener < 0 ? listener : mail?.send(listener);
    if (sent !== 0) throw new PlanFault(`${HIDEABLE.notifications} (${sent})`);
    mail?.close();
    words.say({ listener: true });
    const [own] = order.paths.write;
    const state = own === undefined ? 'on' : tryAttributes(kernel, own);
    if (state !== 'on') throw new PlanFault(state.replace('off: ', ''));
    // The program must not have it: it would answer for itself.
    kernel.call('close', listener);
    words.say({ settled: true });
    return trySystemCalls(kernel, order);
  }

  /** Comes back in the child that becomes the program. */
  #stayFirst(fork: OwnFork): ChildWords {
    const { kernel } = this.#parts;
    hideMemory(kernel);
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const started = new ChildWords(kernel);
      const program = fork.fork();
      if (program < 0) throw new Error(`no process could be started (${program})`);
      if (program === 0) {
        started.speak();
        return started;
      }
      started.listen();
      if (started.next() !== undefined) this.#waitFor(program);
      started.close();
    }
    throw new Error('a process of it ended at once');
  }

  /** Takes in what has ended in its namespace until the program has, and ends with it. */
  #waitFor(program: number): never {
    const { kernel, channel, words, order } = this.#parts;
    channel.close();
    for (const descriptor of order.descriptors) kernel.call('close', descriptor);
    const status = new Int32Array(1);
    const bytes = new Uint8Array(status.buffer);
    let ended = 0;
    while (ended !== program && ended !== -ECHILD) ended = kernel.call('wait4', -1, bytes, 0, 0);
    if (ended !== program) return kernel.exit(NO_JAIL_EXIT);
    words.say({ end: status[0] ?? 0 });
    // The kernel ends all that is left in the namespace with its first process.
    return kernel.exit(0);
  }

  #become(started: ChildWords | undefined): void {
    const { kernel, order, channel } = this.#parts;
    started?.say({ settled: true });
    const answer = becomeProgram(kernel, { ...order, pass: [], closed: channel.descriptor });
    channel.say({ failed: -answer });
    kernel.exit(NO_JAIL_EXIT);
  }
}
