import { ChildWords } from './child-words.ts';
import { describeFault } from './describe-fault.ts';
import { DescriptorMail } from './descriptor-mail.ts';
import { endWithParent } from './give-up-rights.ts';
import type { Kernel } from './kernel.ts';
import type { LaunchChannel } from './launch-channel.ts';
import { type LaunchOrder, NO_JAIL_EXIT } from './launch-order.ts';
import { findPlanFault, LAUNCH_PLANS, type LaunchPlan, type PlanFaults } from './launch-plans.ts';
import { OwnFork, shareNewMemory } from './own-fork.ts';
import { PlanFault } from './plan-fault.ts';
import { ProgramProcess, TRIES } from './program-process.ts';
import { StartedProgram } from './started-program.ts';

export interface LaunchParts {
  readonly kernel: Kernel;
  readonly order: LaunchOrder;
  readonly channel: LaunchChannel;
}

/** Starts a program by the first plan that the machine allows, and ends as it ends. */
export function launchProgram(parts: LaunchParts): void {
  const { kernel, order } = parts;
  endWithParent(kernel, () => kernel.call('getppid') === order.hostPid);
  if (order.without.seccomp === undefined) shareNewMemory(kernel);
  let faults: PlanFaults = {};
  for (const plan of LAUNCH_PLANS) {
    const known = findPlanFault(plan, order);
    const tried = known === undefined ? new PlanTrial(parts, plan, faults).start() : known;
    if (typeof tried !== 'string') tried.see();
    faults = { ...faults, [plan.name]: tried };
  }
  throw new Error(Object.values(faults).join('; '));
}

/** One plan, tried. */
class PlanTrial {
  readonly #parts: LaunchParts;
  readonly #plan: LaunchPlan;
  readonly #faults: PlanFaults;

  constructor(parts: LaunchParts, plan: LaunchPlan, faults: PlanFaults) {
    this.#parts = parts;
    this.#plan = plan;
    this.#faults = faults;
  }

  /** The program, or why the plan cannot be followed. */
  start(): StartedProgram | string {
    for (let tries = 1; ; tries += 1) {
      const found = this.#tryOnce();
      if (found !== undefined) return found;
      if (tries === TRIES) return 'a process of it ended at once';
    }
  }

  #tryOnce(): StartedProgram | string | undefined {
    const { kernel } = this.#parts;
    const words = new ChildWords(kernel);
    const mail = this.#plan.attributes === 'ask' ? new DescriptorMail(kernel) : undefined;
    const pid = new OwnFork(kernel).forkFirst();
    if (pid === 0) this.#beChild(words, mail);
    words.listen();
    if (pid < 0) throw new Error(`no process could be started (${pid})`);
    const program = new StartedProgram({ ...this.#parts, words, mail }, pid);
    const found = this.#hear(program);
    if (typeof found === 'object') return found;
    program.abandon();
    return found;
  }

  /** Until the plan holds, or cannot be followed; undefined if the process ended without a word. */
  #hear(program: StartedProgram): StartedProgram | string | undefined {
    let isSettled = false;
    for (let word = program.hear(); word !== undefined; word = program.hear()) {
      if ('fault' in word) return word.fault;
      if ('over' in word) return program;
      isSettled ||= 'settled' in word;
      // The first process of a namespace may be faster than the one that says which it is.
      if (isSettled && program.isFirst === this.#plan.ownProcesses) return program;
    }
    return program.fault;
  }

  #beChild(words: ChildWords, mail: DescriptorMail | undefined): never {
    const { kernel, channel } = this.#parts;
    try {
      const [plan, faults] = [this.#plan, this.#faults];
      new ProgramProcess({ ...this.#parts, plan, faults, words, mail }).run();
    } catch (error) {
      if (error instanceof PlanFault) words.say({ fault: error.message });
      else {
        channel.say(describeFault(error));
        words.say({ over: true });
      }
    }
    return kernel.exit(NO_JAIL_EXIT);
  }
}
