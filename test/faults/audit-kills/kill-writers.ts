import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { searchAudit, verifyAudit } from '@mortise/host';

export interface WriterKills {
  readonly kills: number;
  /** Entries that a writer was told are written. */
  readonly acknowledged: number;
  /** What `verify` noted, by kind: lines that were cut, records behind the head. */
  readonly notes: Readonly<Record<string, number>>;
  readonly records: number;
  /** What `verify` called broken. */
  readonly broken: readonly string[];
  /** Acknowledged entries that are not in the log. */
  readonly lost: readonly string[];
  readonly seconds: number;
}

const MAIN = join(import.meta.dirname, 'writer-main.ts');
const WRITERS = 2;
/** A log is read as a whole after every kill; it begins anew after so many rounds. */
const ROUNDS_PER_LOG = 5;

/** Kills processes that write into one log, and checks the chain and what was acknowledged after each kill. */
export async function killWriters(kills: number): Promise<WriterKills> {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-audit-kills-'));
  try {
    return await new WriterKilling(folder).run(kills);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class WriterKilling {
  readonly #folder: string;
  readonly #notes: string[] = [];
  readonly #cache: string;
  readonly #broken: string[] = [];
  readonly #lost: string[] = [];
  #acknowledged = 0;
  #records = 0;
  #writers = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#cache = join(folder, 'cache');
  }

  async run(kills: number): Promise<WriterKills> {
    const startedAt = performance.now();
    for (let round = 0; round * WRITERS < kills; round += 1) {
      await this.#round(round);
      const isLast = (round + 1) % ROUNDS_PER_LOG === 0 || (round + 1) * WRITERS >= kills;
      if (isLast) await this.#endLog(round);
    }
    const counts = Map.groupBy(this.#notes, (code) => code);
    return {
      ...{ kills, acknowledged: this.#acknowledged, records: this.#records },
      notes: Object.fromEntries([...counts].map(([code, all]) => [code, all.length])),
      ...{ broken: this.#broken, lost: this.#lost },
      seconds: (performance.now() - startedAt) / 1_000,
    };
  }

  #logOf(round: number): string {
    return join(this.#folder, `log-${Math.floor(round / ROUNDS_PER_LOG)}`, 'audit.jsonl');
  }

  async #endLog(round: number): Promise<void> {
    const log = this.#logOf(round);
    const { notes, records } = await verifyAudit(log);
    this.#notes.push(...notes.map(({ code }) => code));
    this.#records += records;
    rmSync(dirname(log), { recursive: true });
  }

  /** Writers at the same time, killed one after the other. */
  async #round(round: number): Promise<void> {
    const writers = Array.from({ length: WRITERS }, () => this.#start(round));
    await Promise.all(writers.map(({ ready }) => ready));
    for (const writer of writers) {
      await pause(Math.random() * 120);
      writer.child.kill('SIGKILL');
      await writer.ended;
      await this.#check(this.#logOf(round), writer.heard);
    }
  }

  #start(round: number) {
    this.#writers += 1;
    const args = ['--no-warnings', MAIN, this.#logOf(round), `w${this.#writers}`];
    const child: ChildProcess = spawn(
      process.execPath,
      [...args, round % 4 === 0 ? 'always' : 'interval'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE_COMPILE_CACHE: this.#cache },
      },
    );
    const heard: string[] = [];
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    const ready = new Promise<void>((resolve) => {
      lines.on('line', (line) => (line === 'ready' ? resolve() : heard.push(line)));
    });
    return { child, heard, ready, ended: once(child, 'close') };
  }

  /** The chain holds, whatever was cut; the last entry that was acknowledged, and so all before it, is there. */
  async #check(log: string, heard: readonly string[]): Promise<void> {
    const { broken } = await verifyAudit(log);
    if (broken !== undefined) this.#broken.push(JSON.stringify(broken));
    this.#acknowledged += heard.length;
    for (const callId of heard.slice(-2)) {
      const { records } = await searchAudit(log, { callId, limit: 1 });
      if (records.length === 0) this.#lost.push(callId);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
