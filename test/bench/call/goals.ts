/** What issue 4 wants of a ratio. */
export interface Goal {
  readonly ratio: string;
  readonly meaning: string;
  readonly best: 'low' | 'high';
  readonly bound: number;
}

export const GOALS: readonly Goal[] = [
  {
    ratio: 'cpuVsBareApply',
    meaning: 'CPU per call: Mortise / bare apply, worse of 1 and 32 in flight',
    best: 'low',
    bound: 1,
  },
  {
    ratio: 'p50VsIpcEcho',
    meaning: 'p50 at 1 in flight: Mortise / IPC echo',
    best: 'low',
    bound: 1.3,
  },
  {
    ratio: 'throughputVsIpcEcho',
    meaning: 'calls per second at 32 in flight: Mortise / IPC echo',
    best: 'high',
    bound: 0.7,
  },
  {
    ratio: 'p50VsMcpStdio',
    meaning: 'p50 at 1 in flight: MCP stdio / Mortise',
    best: 'high',
    bound: 2,
  },
  {
    ratio: 'throughputVsMcpStdio',
    meaning: 'calls per second at 32 in flight: Mortise / MCP stdio',
    best: 'high',
    bound: 3,
  },
  {
    ratio: 'coldVsBareIsolate',
    meaning: 'first call with a warm spare / making a bare isolate from the snapshot',
    best: 'low',
    bound: 3,
  },
  {
    ratio: 'idleExtensionKB',
    meaning: 'KB of host memory per installed, idle extension',
    best: 'low',
    bound: 100,
  },
];

export function isReached(goal: Goal, value: number): boolean {
  return goal.best === 'low' ? value <= goal.bound : value >= goal.bound;
}
