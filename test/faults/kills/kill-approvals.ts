import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { HeldCall } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { SqliteApprovalStore } from '@mortise/host';

const HOST = join(import.meta.dirname, 'approval-host.ts');
/** Calls of one host, those of hosts before it that were not answered among them. */
const MARKS = 8;

export interface ApprovalKills {
  readonly kills: number;
  /** Holds by the state that they were left in. */
  readonly states: Readonly<Record<string, number>>;
  readonly executions: number;
  /** Calls that ran more often than approvals say, or less often than they say for certain. */
  readonly wrong: readonly string[];
  /** Answers that a host gave and the records contradict. */
  readonly untrue: readonly string[];
  readonly failedStarts: number;
  readonly seconds: number;
}

/** Kills hosts over and over while calls wait, are approved and start, and compares what ran with what is written. */
export async function killApprovals(kills: number): Promise<ApprovalKills> {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-approval-kills-'));
  try {
    return await new ApprovalKilling(folder).run(kills);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class ApprovalKilling {
  readonly #state: string;
  readonly #ran: string;
  readonly #cache: string;
  /** What a host that is gone answered: `ok` or the code. */
  readonly #heard = new Map<string, string[]>();
  #unanswered: string[] = [];
  #marks = 0;
  #failedStarts = 0;

  constructor(folder: string) {
    this.#state = join(folder, 'state');
    this.#ran = join(folder, 'ran');
    this.#cache = join(folder, 'cache');
  }

  async run(kills: number): Promise<ApprovalKills> {
    const startedAt = performance.now();
    for (let round = 0; round < kills; round += 1) await this.#round(round % 3 === 2);
    const held = await this.#readAll();
    const ran = this.#executions();
    const states = Map.groupBy(held, ({ state }) => state);
    return {
      kills,
      states: Object.fromEntries([...states].map(([state, all]) => [state, all.length])),
      executions: [...ran.values()].reduce((sum, each) => sum + each, 0),
      wrong: findWrong(held, ran),
      untrue: this.#untrue(ran),
      failedStarts: this.#failedStarts,
      seconds: (performance.now() - startedAt) / 1_000,
    };
  }

  /** One of three is killed only after it ran a call, however slow the machine is. */
  async #round(isPatient: boolean): Promise<void> {
    const fresh = MARKS - Math.min(this.#unanswered.length, MARKS / 2);
    const marks = [
      ...this.#unanswered.slice(0, MARKS / 2),
      ...Array.from({ length: fresh }, () => this.#newMark()),
    ];
    const child = spawn(
      process.execPath,
      ['--no-warnings', HOST, this.#state, this.#ran, ...marks],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
        // Most of a start is reading sources.
        env: { ...process.env, NODE_COMPILE_CACHE: this.#cache },
      },
    );
    const ended = once(child, 'exit');
    const answered = new Set<string>();
    const waiting = new Promise<boolean>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        // Not before a call waits: a round in which none does says nothing.
        if (line === 'waiting') return resolve(true);
        const [mark = '', answer = ''] = line.split(' ');
        answered.add(mark);
        this.#heard.set(mark, [...(this.#heard.get(mark) ?? []), answer]);
      });
      void ended.then(() => resolve(false));
    });
    if (await waiting) {
      // The parent approves through the file, as a command without a host does.
      const approving = this.#approveSome();
      while (isPatient && !this.#hasRun(answered) && child.exitCode === null) {
        await this.#approveSome();
      }
      await pause(Math.random() * 500);
      child.kill('SIGKILL');
      await Promise.all([approving, ended]);
    } else this.#failedStarts += 1;
    this.#unanswered = marks.filter((mark) => !answered.has(mark));
  }

  #hasRun(marks: ReadonlySet<string>): boolean {
    return [...marks].some((mark) => this.#heard.get(mark)?.at(-1) === 'ok');
  }

  async #approveSome(): Promise<void> {
    await using store = this.#open();
    await pause(Math.random() * 200);
    const { held } = await store.list({ states: ['waiting'], limit: 500 });
    for (const each of held.filter(() => Math.random() < 0.7)) {
      const decision = {
        verdict: 'approved',
        by: 'parent',
        way: 'command',
        at: Date.now(),
      } as const;
      await store.replace({ ...each, state: 'approved', version: each.version + 1, decision });
    }
  }

  async #readAll(): Promise<readonly HeldCall[]> {
    await using store = this.#open();
    return (await store.list({ limit: 100_000 })).held;
  }

  #open(): SqliteApprovalStore {
    const path = join(this.#state, 'state.db');
    return new SqliteApprovalStore({ path, now: Date.now, logger: SILENT_LOGGER });
  }

  #executions(): ReadonlyMap<string, number> {
    const lines = existsSync(this.#ran) ? readFileSync(this.#ran, 'utf8').split('\n') : [];
    const counted = Map.groupBy(lines.filter(Boolean), (mark) => mark);
    return new Map([...counted].map(([mark, all]) => [mark, all.length]));
  }

  /** A host that said ok had run it; one that refused it had not run it for that answer. */
  #untrue(ran: ReadonlyMap<string, number>): readonly string[] {
    return [...this.#heard].flatMap(([mark, answers]) => {
      const oks = answers.filter((each) => each === 'ok').length;
      return (ran.get(mark) ?? 0) < oks ? [`${mark}: ${answers.join(', ')}`] : [];
    });
  }

  #newMark(): string {
    this.#marks += 1;
    return `m${this.#marks}`;
  }
}

/** A call runs once for each approval that has ended, at most once for each that was in use, else never. */
function findWrong(held: readonly HeldCall[], ran: ReadonlyMap<string, number>): readonly string[] {
  const byMark = Map.groupBy(held, ({ call }) => (JSON.parse(call.args) as { mark: string }).mark);
  const marks = new Set([...byMark.keys(), ...ran.keys()]);
  return [...marks].flatMap((mark) => {
    const all = byMark.get(mark) ?? [];
    const ended = all.filter(({ state }) => state === 'ended').length;
    const used = all.filter(({ state }) => state === 'used').length;
    const unclear = all.some(({ state, use }) => state === 'used' && use?.effects !== 'unknown');
    const runs = ran.get(mark) ?? 0;
    const isRight = runs >= ended && runs <= ended + used && !unclear;
    return isRight ? [] : [`${mark} ran ${runs} times: ${ended} ended, ${used} in use`];
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
