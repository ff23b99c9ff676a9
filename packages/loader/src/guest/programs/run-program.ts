import { Buffer } from '../builtins/buffer.ts';
import type { HostStep } from '../files/steps.ts';
import { commandWords } from './command-words.ts';

type Bytes = InstanceType<typeof Buffer>;

export interface ProgramSettings {
  readonly cwd?: string | URL;
  readonly timeout?: number;
  readonly input?: string | Uint8Array;
  readonly encoding?: string | null;
  readonly shell?: boolean | string;
  readonly maxBuffer?: number;
  readonly signal?: AbortSignal;
  readonly stdio?: unknown;
  readonly killSignal?: string;
  readonly [key: string]: unknown;
}

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly settings: ProgramSettings;
}

/** How a program ended, with what it wrote. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: Bytes;
  readonly stderr: Bytes;
  readonly isTimedOut: boolean;
}

/** A command line without what only a shell understands is run directly; any other needs `sh`. */
export function programOf(command: string, settings: ProgramSettings): Program {
  const words =
    settings.shell === undefined || settings.shell === true ? commandWords(command) : undefined;
  const [file, ...args] = words ?? [shellOf(settings), '-c', command];
  return { file: file ?? 'sh', args, settings };
}

function shellOf({ shell }: ProgramSettings): string {
  return typeof shell === 'string' ? shell : 'sh';
}

/** The grant for programs decides where it may run and what it sees; a folder that is not granted is refused. */
export function programStep({ file, args, settings }: Program): HostStep {
  const { cwd, timeout, input } = settings;
  const folder = cwd === undefined ? undefined : cwd instanceof URL ? cwd.pathname : `${cwd}`;
  const options = {
    encoding: 'base64',
    ...(folder !== undefined && { cwd: folder }),
    ...(timeout !== undefined && timeout > 0 && { timeoutMs: Math.ceil(timeout) }),
    ...(input !== undefined && { stdin: textOf(input) }),
  };
  return { operation: 'process.run', args: [file, args.map(String), options] };
}

/** Of what the host answers. */
export function programEnd(answer: unknown): ProgramEnd {
  const end = answer as {
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly stdout: string;
    readonly stderr: string;
    readonly timedOut: boolean;
  };
  return {
    code: end.exitCode,
    signal: end.timedOut ? 'SIGTERM' : end.signal,
    stdout: Buffer.from(end.stdout, 'base64'),
    stderr: Buffer.from(end.stderr, 'base64'),
    isTimedOut: end.timedOut,
  };
}

function textOf(input: string | Uint8Array): string {
  return typeof input === 'string' ? input : new TextDecoder().decode(input);
}

/** As Node says it of a program that could not be started. The error itself is changed, not replaced. */
export function startFault(error: unknown, { file, args }: Program): Error {
  const made = error instanceof Error ? error : new Error(String(error));
  const { code, message } = made as Error & { readonly code?: string };
  const name = code === 'capability_denied' ? 'EACCES' : 'ENOENT';
  return Object.assign(made, {
    ...{
      message: `spawn ${file} ${name} (${message})`,
      code: name,
      errno: name === 'EACCES' ? -13 : -2,
    },
    ...{ syscall: `spawn ${file}`, path: file, spawnargs: args },
  });
}

/** As `exec` and its like say of a program that failed. */
export function endFault(program: Program, end: ProgramEnd): Error {
  const command = [program.file, ...program.args].join(' ');
  return Object.assign(new Error(`Command failed: ${command}\n${end.stderr.toString('utf8')}`), {
    ...{ code: end.code, killed: end.isTimedOut, signal: end.signal, cmd: command },
  });
}

export function inEncoding(bytes: Bytes, encoding: unknown, standard: string): unknown {
  const wanted = encoding === undefined ? standard : encoding;
  return wanted === null || wanted === 'buffer' ? bytes : bytes.toString(wanted as 'utf8');
}
