import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type MarkedProcess, markedProcesses } from '../../marked-processes.ts';

export interface RestartReport {
  readonly restarts: number;
  /** How often each way to end was taken. */
  readonly ways: Readonly<Record<string, number>>;
  /** Processes of one tree, most of them: the package runner, its shell, the server. */
  readonly deepest: number;
  /** Restarts after which the server did not come back in time, and what was wrong. */
  readonly lost: readonly string[];
  /** What was there longer than its server, with how that ended. */
  readonly orphans: readonly string[];
  readonly seconds: number;
}

const PATIENCE_MS = 60_000;
/** After so many faults the rest would only wait: the run ends, and says how far it came. */
const MOST_FAULTS = 20;
const HOST = join(import.meta.dirname, 'restarting-host.ts');

/** Ways in which a tree of processes may lose one of its own, or its host. */
const WAYS = [
  ...(['leaf', 'leader', 'middle', 'launcher', 'reconnect', 'asked', 'host', 'guard'] as const),
];
type Way = (typeof WAYS)[number];

/**
 * Ends a server that `npx` started, so often and in turn in every way, and looks each time whether it comes
 * back and whether anything of it stays. The host is a process of its own, which is killed as well.
 */
export async function restartServers(
  count: number,
  onRestart: (done: number, left: number) => void = () => undefined,
): Promise<RestartReport> {
  const started = performance.now();
  const run = new RestartRun();
  const ways: Record<string, number> = {};
  let restarts = 0;
  try {
    await run.open();
    for (let at = 0; at < count && run.faults < MOST_FAULTS; at += 1) {
      const way = WAYS[at % WAYS.length] ?? 'leaf';
      ways[way] = (ways[way] ?? 0) + 1;
      await run.restart(way);
      restarts = at + 1;
      onRestart(restarts, run.orphans.length);
    }
  } finally {
    await run.close();
  }
  const seconds = Math.round((performance.now() - started) / 1_000);
  const { deepest, lost, orphans } = run;
  return { restarts, ways, deepest, lost, orphans, seconds };
}

class RestartRun {
  readonly lost: string[] = [];
  readonly orphans: string[] = [];
  deepest = 0;
  readonly #mark = `RESTARTED=${randomUUID()}`;
  readonly #folder = mkdtempSync(join(tmpdir(), 'mortise-restarts-'));
  #host: ChildProcess | undefined;
  #lines: Interface | undefined;

  get faults(): number {
    return this.lost.length + this.orphans.length;
  }

  async open(): Promise<void> {
    symlinkSync(
      join(import.meta.dirname, '..', '..', 'node_modules'),
      join(this.#folder, 'node_modules'),
    );
    const [name = '', value = ''] = this.#mark.split('=');
    const config = {
      agents: { main: {} },
      mcp_servers: {
        every: {
          ...{ command: 'npx', args: ['--no-install', 'mcp-server-everything'] },
          env: { [name]: value },
        },
      },
    };
    writeFileSync(join(this.#folder, 'mortise.config.json'), JSON.stringify(config));
    await this.#start();
  }

  async restart(way: Way): Promise<void> {
    const before = markedProcesses(this.#mark);
    this.deepest = Math.max(this.deepest, before.length);
    // Then nothing would be ended, and the restart counted all the same.
    if (before.length === 0) this.lost.push(`${way}: the server was not there`);
    await this.#end(way, before);
    // First: the old tree may answer one call more, and what is back must be another one.
    await this.#expectGone(way, before);
    let answer = '';
    const isBack = await this.#until(async () => {
      answer = await this.#ask('call');
      return answer === 'ok';
    });
    if (!isBack) this.lost.push(`${way}: ${answer}; ${await this.#ask('state')}`);
  }

  async close(): Promise<void> {
    const before = markedProcesses(this.#mark);
    this.#host?.stdin?.end();
    await this.#expectLeft();
    await this.#expectGone('close', before);
    rmSync(this.#folder, { recursive: true });
  }

  /** A host that does not leave when it is told to is a finding, and is killed. */
  async #expectLeft(): Promise<void> {
    const host = this.#host;
    if (host === undefined || host.exitCode !== null || host.signalCode !== null) return;
    const left = once(host, 'exit');
    const late = setTimeout(() => {
      this.lost.push('close: the host did not leave');
      host.kill('SIGKILL');
    }, PATIENCE_MS);
    await left;
    clearTimeout(late);
  }

  async #end(way: Way, before: readonly MarkedProcess[]): Promise<void> {
    const parents = new Set(before.map(({ parent }) => parent));
    const numbers = new Set(before.map(({ pid }) => pid));
    const leader = before.find(({ parent }) => !numbers.has(parent));
    const leaf = before.find(({ pid }) => !parents.has(pid));
    const middle = before.find((each) => each !== leader && each !== leaf);
    if (way === 'reconnect') await this.#ask('reconnect');
    else if (way === 'asked') await this.#ask('end');
    else if (way === 'launcher') kill(Number(await this.#ask('pid')));
    else if (way === 'host') await this.#killHost();
    else if (way === 'guard') {
      // First what would end the tree after the host, then, once another has taken its place, the host.
      kill(Number(await this.#ask('guard')));
      await pause(1_500);
      await this.#killHost();
    } else kill({ leader, leaf, middle: middle ?? leader }[way]?.pid);
  }

  async #killHost(): Promise<void> {
    const host = this.#host;
    if (host === undefined) return;
    const ended = once(host, 'exit');
    host.kill('SIGKILL');
    await ended;
    await this.#start();
  }

  /** A host that is not ready in time is a finding, and is killed; the next one may be. */
  async #start(): Promise<void> {
    while (this.faults < MOST_FAULTS) {
      const isReady = await this.#startOnce().catch(() => false);
      if (isReady) return;
      this.lost.push('the host was not ready in time');
      this.#host?.kill('SIGKILL');
    }
  }

  async #startOnce(): Promise<boolean> {
    this.#lines?.close();
    const host = spawn(process.execPath, ['--no-warnings', HOST, this.#folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#host = host;
    this.#lines = createInterface({ input: host.stdout });
    await once(this.#lines, 'line', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  }

  /** Asks the host for something in one word; it answers in one line. */
  async #ask(word: string): Promise<string> {
    const [host, lines] = [this.#host, this.#lines];
    if (host === undefined || lines === undefined) return 'no host';
    // A host that ended by itself, or does not answer, is a finding and no reason to wait for ever.
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = once(lines, 'line', { signal }).catch(() => [`no answer to "${word}"`]);
    host.stdin?.write(`${word}\n`);
    const [line] = (await answer) as [string];
    return line;
  }

  async #expectGone(way: string, before: readonly MarkedProcess[]): Promise<void> {
    const old = new Set(before.map(({ pid }) => pid));
    const left = () => markedProcesses(this.#mark).filter(({ pid }) => old.has(pid));
    await this.#until(async () => left().length === 0);
    for (const { pid, command } of left()) {
      this.orphans.push(`${way}: ${pid} ${command}`);
      kill(pid);
    }
  }

  async #until(holds: () => Promise<boolean>): Promise<boolean> {
    const end = performance.now() + PATIENCE_MS;
    while (performance.now() < end) {
      if (await holds()) return true;
      await pause(30);
    }
    return false;
  }
}

function kill(pid: number | undefined): void {
  if (pid === undefined || pid <= 1) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
