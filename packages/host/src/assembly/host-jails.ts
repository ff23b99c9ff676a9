import { setTimeout as pause } from 'node:timers/promises';
import type { ProgramJail } from '@mortise/processes';
import type { JailStatus, Sandbox } from '@mortise/sandbox';

/** What holds all that a host starts. */
export interface JailsInForce {
  /** Around the code of extensions. */
  readonly jail: JailStatus;
  /** Around programs that extensions were granted. */
  readonly programs: JailStatus;
  /** Around the programs of MCP servers. */
  readonly servers: JailStatus;
}

export interface HostJailsParts {
  readonly sandbox: Sandbox;
  readonly programs: ProgramJail;
  readonly servers: ProgramJail;
}

/** It takes half a second. Who asks for health must have an answer where nothing gets ready, there above all. */
const PATIENCE_MS = 5_000;

/** Knows what holds the processes of a host, and finds it out where none has started that could say so. */
export class HostJails {
  readonly #parts: HostJailsParts;
  readonly #patienceMs: number;
  /** Once: where nothing can be started, asking again and again would make it worse. */
  #trial: Promise<unknown> | undefined;
  #ofCode: Promise<unknown> | undefined;
  #ofPrograms: Promise<unknown> | undefined;

  constructor(parts: HostJailsParts, patienceMs: number = PATIENCE_MS) {
    this.#parts = parts;
    this.#patienceMs = patienceMs;
  }

  get programs(): JailStatus {
    return this.#parts.programs.status;
  }

  tryPrograms(): Promise<JailStatus> {
    return this.#parts.programs.probe();
  }

  /** Where a jail is required, what lacks is known before it is asked for: it decides which tools there are. Never rejects. */
  async tryRequired(withPrograms: () => boolean): Promise<void> {
    const { sandbox, programs } = this.#parts;
    // All jails of a host are of one tier. A page of tools asks once for each: what costs a look at every runner or
    // every extension is asked only where it decides.
    if (programs.status.tier !== 'required') return;
    const trials = [
      ...(isUnknown(sandbox.status().jail) ? [sandbox.tryJail()] : []),
      ...(isUnknown(programs.status) && withPrograms() ? [programs.probe()] : []),
    ];
    if (trials.length > 0) await this.#inTime(trials);
  }

  /** What holds the code of one extension, and its programs if it was granted some, is about to be told. Never rejects. */
  async tryForOne({ withPrograms }: { readonly withPrograms: boolean }): Promise<void> {
    const { sandbox, programs } = this.#parts;
    if (isUnknown(sandbox.status().jail)) this.#ofCode ??= sandbox.tryJail();
    if (withPrograms && isUnknown(programs.status)) this.#ofPrograms ??= programs.probe();
    const trials = [this.#ofCode, this.#ofPrograms].filter((trial) => trial !== undefined);
    if (trials.length > 0) await this.#inTime(trials);
  }

  /** What is not known yet is tried with a process that does nothing; what does not tell in time stays unknown. Never rejects. */
  async inForce(): Promise<JailsInForce> {
    const { sandbox, programs, servers } = this.#parts;
    const statuses = (): JailsInForce => ({
      jail: sandbox.status().jail,
      programs: programs.status,
      servers: servers.status,
    });
    if (Object.values(statuses()).every(({ state }) => state !== 'unknown')) return statuses();
    this.#trial ??= this.#inTime([sandbox.tryJail(), tryUnknown(programs), tryUnknown(servers)]);
    await this.#trial;
    return statuses();
  }

  /** The wait keeps the process alive, which those that it waits for do not: a command would end in the middle. */
  async #inTime(trials: readonly Promise<unknown>[]): Promise<void> {
    const settled = new AbortController();
    const all = Promise.allSettled(trials).finally(() => settled.abort());
    const { signal } = settled;
    await Promise.race([
      all,
      pause(this.#patienceMs, undefined, { signal }).catch(() => undefined),
    ]);
  }
}

async function tryUnknown(jail: ProgramJail): Promise<void> {
  if (isUnknown(jail.status)) await jail.probe();
}

function isUnknown({ state }: JailStatus): boolean {
  return state === 'unknown';
}
