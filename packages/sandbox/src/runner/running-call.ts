/** One call in an isolate, with what it has used so far. */
export class RunningCall {
  readonly seq: number;
  #deadline: number;
  #cpuMicros = 0;
  #logLines = 0;
  #hostCalls = 0;

  constructor(seq: number, deadline: number) {
    this.seq = seq;
    this.#deadline = deadline;
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
