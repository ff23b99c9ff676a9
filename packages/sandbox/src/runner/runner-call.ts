import { type CallHead, readCall } from '../wire/call-frames.ts';

const NO_PIECES: readonly string[] = [];

/** One call in this runner, from its frame to its end, with what it has used so far. */
export class RunnerCall {
  readonly seq: number;
  readonly isolate: number;
  readonly timeoutMs: number;
  readonly mustSpin: boolean;
  #toolName: string;
  #pieces: readonly string[];
  #deadline = 0;
  #cpuMicros = 0;
  #logLines = 0;
  #hostCalls = 0;

  constructor(head: CallHead, pieces: readonly string[]) {
    this.seq = head.seq;
    this.isolate = head.isolate;
    this.timeoutMs = head.timeoutMs;
    this.mustSpin = head.mustSpin;
    this.#toolName = head.toolName;
    this.#pieces = pieces;
  }

  /** Undefined for a frame that the host would not write. */
  static read(frame: string): RunnerCall | undefined {
    return readCall(frame, make);
  }

  /** Empty once the guest has the call. */
  get toolName(): string {
    return this.#toolName;
  }

  /** What is handed to the guest; nothing once it has the call. */
  get pieces(): readonly string[] {
    return this.#pieces;
  }

  /** It is handed to its guest, with all of its time: one that was handed in before has not begun. */
  begin(now: number): void {
    this.#deadline = now + this.timeoutMs;
    this.#cpuMicros = 0;
    this.#logLines = 0;
    this.#hostCalls = 0;
  }

  /** The guest has it. Each text here keeps the chunk that the frame came in, and a call may last for minutes. */
  dropTexts(): void {
    this.#toolName = '';
    this.#pieces = NO_PIECES;
  }

  get deadline(): number {
    return this.#deadline;
  }

  /** The host keeps its time exactly; here it only must not end before. */
  postpone(ms: number): void {
    this.#deadline += ms;
  }

  get cpuMicros(): number {
    return this.#cpuMicros;
  }

  charge(micros: number): void {
    this.#cpuMicros += micros;
  }

  /** Answers how many there have been, this one included. */
  countLogLine(): number {
    this.#logLines += 1;
    return this.#logLines;
  }

  /** Answers how many there have been, this one included; those that go on with another weigh less. */
  countHostCall(weight: number): number {
    this.#hostCalls += weight;
    return this.#hostCalls;
  }
}

function make(head: CallHead, pieces: readonly string[]): RunnerCall {
  return new RunnerCall(head, pieces);
}
