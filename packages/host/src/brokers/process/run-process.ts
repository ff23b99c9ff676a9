import type { Child, NotStarted, ProgramJail } from '@mortise/processes';
import { failed } from '../broker-refusal.ts';
import { BoundedOutput, type TakenOutput } from './bounded-output.ts';
import { type OpenedStdio, openStdio } from './open-stdio.ts';
import type { ProgramReach } from './program-reach.ts';

/** How long pipes may stay open after the process has ended: a child that left the group may hold them. */
const PIPE_GRACE_MS = 250;

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
  readonly reach: Pick<ProgramReach, 'paths' | 'network'>;
}

export interface ProcessEnd extends TakenOutput {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
}

/**
 * Runs a program without a shell, in a process group of its own. The group is killed when the program
 * ends, takes too long, says too much or its call ends: nothing of it stays behind in the group.
 */
export async function runProcess(order: ProcessOrder, jail: ProgramJail): Promise<ProcessEnd> {
  order.signal.throwIfAborted();
  const child = await start(order, jail);
  if (!('ended' in child)) throw failed(child.message);
  const [stdout, stderr] = [child.stream(1), child.stream(2)];
  if (stdout === undefined || stderr === undefined) throw failed('It has no pipes.');
  const end = () => void child.kill();
  const output = new BoundedOutput({ stdout, stderr }, order.maxOutputBytes, end);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, order.timeoutMs);
  order.signal.addEventListener('abort', end, { once: true });
  if (order.signal.aborted) end();
  try {
    feed(child, order.stdin);
    const ended = await endOf(child);
    if (order.signal.aborted) throw failed('The call has ended.');
    return { ...ended, ...output.taken(), timedOut };
  } finally {
    clearTimeout(timer);
    order.signal.removeEventListener('abort', end);
    end();
  }
}

async function start(order: ProcessOrder, jail: ProgramJail): Promise<Child | NotStarted> {
  const { binary, args, cwd, env, signal, reach } = order;
  const { nothing, stdio } = openPipes();
  using _closed = nothing;
  const { paths, network } = reach;
  return await jail.start(
    {
      ...{ kind: 'program', program: binary, args, cwd, env, stdio, ownGroup: true },
      ...{ paths, network },
    },
    signal,
  );
}

function openPipes(): OpenedStdio {
  try {
    return openStdio();
  } catch {
    throw failed('The host has no descriptors left to start a program.');
  }
}

/** A program that does not read its input closes the pipe; that is no fault. */
function feed(child: Child, stdin: Buffer): void {
  child.stream(0)?.on('error', () => undefined);
  child.stream(0)?.end(stdin);
}

async function endOf(child: Child): Promise<Pick<ProcessEnd, 'exitCode' | 'signal'>> {
  const end = await child.exited;
  if (end.kind === 'not_started') throw failed(end.message);
  const grace = setTimeout(() => child.closeStreams(), PIPE_GRACE_MS);
  await child.ended;
  clearTimeout(grace);
  return { exitCode: end.code, signal: end.signal };
}
