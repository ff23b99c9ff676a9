import { ambient } from '../ambient.ts';
import { Buffer } from '../builtins/buffer.ts';
import { EventEmitter } from '../builtins/events.ts';
import { Readable, Writable } from '../builtins/stream.ts';
import {
  type Program,
  type ProgramEnd,
  programEnd,
  programStep,
  startFault,
} from './run-program.ts';

/**
 * A program that the host runs. It is started when its input is complete, or at once if nothing is
 * written to it; its output comes when it has ended.
 */
export class ChildProcess extends EventEmitter {
  readonly pid = undefined;
  readonly connected = false;
  readonly spawnfile: string;
  readonly spawnargs: readonly string[];
  readonly stdin: InstanceType<typeof Writable>;
  readonly stdout = new Readable({ read: () => {} });
  readonly stderr = new Readable({ read: () => {} });
  readonly stdio: readonly unknown[];
  readonly exitCode: number | null = null;
  readonly signalCode: string | null = null;
  readonly killed = false;
  /** How it ended; rejects if it did not start. */
  readonly ended: Promise<ProgramEnd>;
  readonly #program: Program;
  readonly #input: Uint8Array[] = [];
  #isStarted = false;
  #hasInput = false;
  readonly #end = Promise.withResolvers<ProgramEnd>();

  constructor(program: Program) {
    super();
    this.#program = program;
    this.spawnfile = program.file;
    this.spawnargs = [program.file, ...program.args];
    this.ended = this.#end.promise;
    // Most listen to events instead.
    this.ended.catch(() => {});
    this.stdin = new Writable({
      write: (chunk: Uint8Array, _encoding: string, done: () => void) => {
        this.#hasInput = true;
        this.#input.push(chunk);
        done();
      },
      final: (done: () => void) => {
        this.#start();
        done();
      },
    });
    this.stdio = [this.stdin, this.stdout, this.stderr];
    setTimeout(() => {
      if (!this.#hasInput) this.#start();
    }, 0);
    program.settings.signal?.addEventListener('abort', () => this.kill(), { once: true });
  }

  /** The host ends it with the call; here it is only not waited for any more. */
  kill(signal = 'SIGTERM'): boolean {
    if (this.exitCode !== null || this.signalCode !== null) return false;
    Object.assign(this, { killed: true });
    const empty = Buffer.alloc(0);
    this.#finish({ code: null, signal, stdout: empty, stderr: empty, isTimedOut: false });
    return true;
  }

  ref(): void {}

  unref(): void {}

  disconnect(): void {}

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { settings } = this.#program;
    const input = this.#input.length > 0 ? Buffer.concat(this.#input) : settings.input;
    const program = { ...this.#program, settings: { ...settings, ...(input && { input }) } };
    const { operation, args } = programStep(program);
    this.emit('spawn');
    ambient.ask(operation, args).then(
      (answer) => this.#finish(programEnd(answer)),
      (error: unknown) => this.#fail(startFault(error, program)),
    );
  }

  #finish(end: ProgramEnd): void {
    if (this.exitCode !== null || this.signalCode !== null) return;
    Object.assign(this, { exitCode: end.code, signalCode: end.signal });
    if (end.stdout.length > 0) this.stdout.push(end.stdout);
    if (end.stderr.length > 0) this.stderr.push(end.stderr);
    this.stdout.push(null);
    this.stderr.push(null);
    this.#end.resolve(end);
    this.emit('exit', end.code, end.signal);
    this.#closeWhenRead(end);
  }

  /** `close` comes after the output was read; output that is not listened to is not waited for. */
  #closeWhenRead(end: ProgramEnd): void {
    const open = [this.stdout, this.stderr].filter(
      (stream) =>
        !stream.readableEnded &&
        stream.listenerCount('data') + stream.listenerCount('readable') > 0,
    );
    let left = open.length;
    const close = (): void => {
      left -= 1;
      if (left <= 0) this.emit('close', end.code, end.signal);
    };
    if (left === 0) queueMicrotask(close);
    for (const stream of open) stream.once('end', close);
  }

  #fail(error: Error): void {
    this.stdout.push(null);
    this.stderr.push(null);
    this.#end.reject(error);
    Object.assign(this, { exitCode: -2 });
    this.emit('error', error);
    queueMicrotask(() => this.emit('close', -2, null));
  }
}
