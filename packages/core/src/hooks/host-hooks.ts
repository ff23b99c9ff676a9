import type { CallReport, Logger, Refusal, ToolCall, TrimNotice } from '@mortise/contracts';
import { AsyncSeriesBailHook, SyncHook } from 'tapable';
import { isolateObservers } from './isolate-observers.ts';

/** Where an embedder may listen and object. Taps last as long as the host. */
export interface HostHooks {
  /**
   * Asks before running. The first tap that returns a `Refusal` ends the call; `undefined` means
   * no opinion. A tap that throws, answers with anything else or takes longer than the host's
   * `admissionTimeoutMs` refuses the call. What it sees is frozen and exactly what will run.
   */
  readonly admitCall: AsyncSeriesBailHook<[ToolCall], Refusal | undefined>;
  /** Tells that tool code is about to run, with what. */
  readonly callStarted: SyncHook<[ToolCall]>;
  /** Tells how a call ended. What observers return or throw changes nothing. */
  readonly callFinished: SyncHook<[CallReport]>;
  /** Tells that a result was cut to fit the budget of its batch. */
  readonly resultTrimmed: SyncHook<[TrimNotice]>;
}

export function createHostHooks(logger: Logger): HostHooks {
  const observed = <Value>(argument: string, name: string) =>
    isolateObservers(new SyncHook<[Value]>([argument], name), logger);
  return Object.freeze({
    admitCall: new AsyncSeriesBailHook<[ToolCall], Refusal | undefined>(['call'], 'admitCall'),
    callStarted: observed<ToolCall>('call', 'callStarted'),
    callFinished: observed<CallReport>('report', 'callFinished'),
    resultTrimmed: observed<TrimNotice>('notice', 'resultTrimmed'),
  });
}
