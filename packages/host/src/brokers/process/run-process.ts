import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { failed } from '../broker-refusal.ts';
import { BoundedOutput, type TakenOutput } from './bounded-output.ts';
import { leakingDescriptors } from './leaking-descriptors.ts';
import { ProcessGroup } from './process-group.ts';

/** How long pipes may stay open after the process has ended: a child that left the group may hold them. */
const PIPE_GRACE_MS = 250;
const HIGHEST_DESCRIPTOR = 4_096;

export interface ProcessOrder {
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Buffer;
  readonly timeoutMs: number;
  /** Of stdout and stderr together. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

export interface ProcessEnd extends TakenOutput {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
}

interface Child extends ChildProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/**
 * Runs a program without a shell, in a process group of its own. The group is killed when the program
 * ends, takes too long, says too much or its call ends: nothing of it stays behind in the group.
 */
export async function runProcess(order: ProcessOrder): Promise<ProcessEnd> {
  order.signal.throwIfAborted();
  const child = start(order);
  const group = new ProcessGroup(child);
  const output = new BoundedOutput(child, order.maxOutputBytes, () => group.kill());
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    group.kill();
  }, order.timeoutMs);
  const abort = () => group.kill();
  order.signal.addEventListener('abort', abort, { once: true });
  try {
    feed(child, order.stdin);
    const end = await endOf(child, group);
    if (order.signal.aborted) throw failed('The call has ended.');
    return { ...end, ...output.taken(), timedOut };
  } finally {
    clearTimeout(timer);
    order.signal.removeEventListener('abort', abort);
    group.kill();
  }
}

function start({ binary, args, cwd, env }: ProcessOrder): Child {
  const nothing = openSync(devNull, 'r+');
  try {
    const child = spawn(binary, [...args], {
      cwd,
      env: { ...env },
      shell: false,
      detached: true,
      windowsHide: true,
      stdio: stdioWithout(leakingDescriptors(process.platform), nothing),
    });
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw failed('It has no pipes.');
    return child as Child;
  } finally {
    closeSync(nothing);
  }
}

/** A descriptor cannot be closed in the child from here, but it can be pointed at nothing. */
function stdioWithout(leaking: readonly number[], nothing: number): StdioOptions {
  const stdio: ('pipe' | 'ignore' | number)[] = ['pipe', 'pipe', 'pipe'];
  for (const descriptor of leaking) {
    if (descriptor > HIGHEST_DESCRIPTOR) throw failed('A descriptor of the host would leak.');
    while (stdio.length <= descriptor) stdio.push('ignore');
    stdio[descriptor] = nothing;
  }
  return stdio;
}

/** A program that does not read its input closes the pipe; that is no fault. */
function feed(child: Child, stdin: Buffer): void {
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
}

function endOf(child: Child, group: ProcessGroup) {
  const { promise, resolve, reject } =
    Promise.withResolvers<Pick<ProcessEnd, 'exitCode' | 'signal'>>();
  child.once('error', (error) => reject(error));
  child.once('exit', (exitCode, signal) => {
    group.kill();
    const end = { exitCode, signal };
    const grace = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(end);
    }, PIPE_GRACE_MS);
    child.once('close', () => {
      clearTimeout(grace);
      resolve(end);
    });
  });
  return promise;
}
