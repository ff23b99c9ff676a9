import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { GrantChange, GrantRow, ProposedConfig } from '@mortise/contracts';
import type { FileRefusal } from '@mortise/gateway';
import {
  type Host,
  openRegistryThread,
  type PolicyFacts,
  type RegistryThread,
} from '@mortise/host';
import { locateMain } from '../../bin/locate-main.js';
import type { TextEdit } from '../config/edit-text.ts';
import { CliFault } from '../output/cli-fault.ts';
import {
  doOperatorWork,
  type OperatorWork,
  type WorkDone,
  type WorkPlace,
} from './operator-work.ts';
import type { ProposalRequest } from './propose-config.ts';

/** A shorter file is read and edited in a few ms, and a thread takes 100 to start. */
const LONG_FILE = 20_000;
/** Agents times tools, for the same reason. */
const MANY_PAIRS = 100_000;

const GIVEN_UP: FileRefusal = {
  status: 'refused',
  code: 'aborted_before_start',
  message: 'The question was given up before its turn came.',
  hint: 'Ask again.',
};

/** Does what operators ask for beside what serves, one after the other: calls go on meanwhile. */
export class OperatorThread implements Disposable {
  readonly #host: Host;
  readonly #place: WorkPlace;
  readonly #thread: RegistryThread<OperatorWork, WorkDone>;

  constructor(host: Host, place: WorkPlace) {
    this.#host = host;
    this.#place = place;
    const snapshot = () => host.policyFacts().snapshot;
    this.#thread = openRegistryThread({ program: locateWorker(), snapshot });
    host.beforeClose(async () => this[Symbol.dispose]());
  }

  /** Rejects if the thread fails. What its asker gave up before its turn is not worked out. */
  propose(request: ProposalRequest, signal?: AbortSignal): Promise<ProposedConfig | FileRefusal> {
    return this.#thread.use(async (ask) => {
      if (signal?.aborted === true) return GIVEN_UP;
      const done = await ask({ kind: 'propose', facts: this.#facts(), request });
      if (done.status === 'proposed' || done.status === 'refused') return done;
      throw wrongAnswer();
    });
  }

  /** Edits the configuration file. Throws what a person can mend. */
  async edit(edit: TextEdit): Promise<void> {
    const done = await this.#do({ kind: 'edit', facts: this.#facts(), place: this.#place, edit });
    if (done.status === 'refused') throw new CliFault('config', done);
  }

  async grantsOf(extensionId: string): Promise<readonly GrantRow[] | FileRefusal> {
    const done = await this.#do({ kind: 'grants', place: this.#place, extensionId });
    if (done.status === 'refused') return done;
    if (done.status === 'read') return done.grants;
    throw wrongAnswer();
  }

  async changeGrant(extensionId: string, change: GrantChange): Promise<void> {
    const done = await this.#do({ kind: 'grant', place: this.#place, extensionId, change });
    if (done.status === 'refused') throw new CliFault('config', done);
  }

  [Symbol.dispose](): void {
    this.#thread[Symbol.dispose]();
  }

  async #do(work: OperatorWork): Promise<WorkDone> {
    if (await this.#isLong(work)) return this.#thread.use((ask) => ask(work));
    return doOperatorWork(work, this.#host.policyFacts().snapshot);
  }

  async #isLong(work: OperatorWork): Promise<boolean> {
    // What was used of grants is in the audit log, which is long whatever the configuration is.
    if (work.kind === 'grants') return true;
    if (work.kind === 'edit' && work.edit.kind === 'replace' && work.edit.text.length > LONG_FILE)
      return true;
    const { config, snapshot } = this.#host.policyFacts();
    if (snapshot.entries.length * config.agents.length > MANY_PAIRS) return true;
    const size = await stat(this.#place.configPath).then((entry) => entry.size);
    return size > LONG_FILE;
  }

  #facts(): Omit<PolicyFacts, 'snapshot'> {
    const { snapshot: _, ...facts } = this.#host.policyFacts();
    return facts;
  }
}

function wrongAnswer(): Error {
  return new Error('The thread answered another question.');
}

/** Beside the module of the command if that is built or published; in a checkout that is not built, beside this one. */
function locateWorker(): string {
  const built = fileURLToPath(new URL('./operator-worker.js', locateMain()));
  if (existsSync(built)) return built;
  return fileURLToPath(new URL('./operator-worker.ts', import.meta.url));
}
