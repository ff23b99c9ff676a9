/** One call in an isolate, with what it has used so far. */
export interface RunningCall {
  readonly seq: number;
  readonly deadline: number;
  cpuMicros: number;
  logLines: number;
  hostCalls: number;
}
