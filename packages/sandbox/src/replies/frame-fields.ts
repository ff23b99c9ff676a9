import { performance } from 'node:perf_hooks';
import type { RunProgress, RunUsage } from '@mortise/contracts';
import type { PendingCall } from '../calls/pending-call.ts';

/** What a runner says a call has cost; undefined where it said no number. */
export interface Cost {
  readonly cpuMicros: number | undefined;
  readonly heapBytes: number | undefined;
  readonly bytesOut: number;
}

/** The usage of a call; numbers a runner made up count as nothing. */
export function usageFrom(pendingCall: PendingCall, cost: Cost): RunUsage {
  return {
    cpuMs: (cost.cpuMicros ?? 0) / 1_000,
    wallMs: performance.now() - pendingCall.startedAt,
    heapBytes: cost.heapBytes ?? 0,
    bytesIn: pendingCall.bytesIn,
    bytesOut: cost.bytesOut,
    hostCalls: pendingCall.hostCalls,
  };
}

/** A field that must be the JSON of a string. */
export function readText(json: string | undefined): string | undefined {
  const value = parse(json);
  return typeof value === 'string' ? value : undefined;
}

/** A field that must be the JSON of a progress note. */
export function readProgress(json: string | undefined): RunProgress | undefined {
  const value = parse(json);
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  const { message } = value;
  const percent = 'percent' in value ? value.percent : undefined;
  if (typeof message !== 'string') return undefined;
  const text = message.slice(0, 500);
  return typeof percent === 'number' ? { message: text, percent } : { message: text };
}

function parse(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
