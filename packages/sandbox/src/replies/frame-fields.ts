import { performance } from 'node:perf_hooks';
import type { RunProgress, RunUsage } from '@mortise/contracts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { ResultHead } from '../wire/call-frames.ts';

/** The usage of a call, with what its runner says it has cost. */
export function usageFrom(
  pendingCall: PendingCall,
  cost: Omit<ResultHead, 'seq'>,
  bytesOut: number,
): RunUsage {
  return {
    cpuMs: cost.cpuMicros / 1_000,
    wallMs: performance.now() - pendingCall.startedAt,
    heapBytes: cost.heapBytes,
    bytesIn: pendingCall.bytesIn,
    bytesOut,
    hostCalls: pendingCall.hostCalls,
  };
}

/** A field that must be the JSON of a progress note. */
export function readProgress(json: string): RunProgress | undefined {
  const value = parse(json);
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  const { message } = value;
  const percent = 'percent' in value ? value.percent : undefined;
  if (typeof message !== 'string') return undefined;
  const text = message.slice(0, 500);
  return typeof percent === 'number' ? { message: text, percent } : { message: text };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
