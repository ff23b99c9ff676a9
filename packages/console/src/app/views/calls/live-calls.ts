import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CallNote, LiveCall } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { onEvent } from '../../data/events.ts';
import { type ApiProblem, problemOf } from '../../data/problem.ts';

export interface LiveCalls {
  /** The newest first. */
  readonly ended: readonly CallNote[];
  readonly running: readonly LiveCall[];
  /** How many came faster than they could be sent. */
  readonly skipped: number;
  readonly problem?: ApiProblem;
  readonly isLoading: boolean;
}

const MOST_KEPT = 2_000;
const NOTHING: LiveCalls = { ended: [], running: [], skipped: 0, isLoading: true };

/** The last calls and those that run, as the host tells of them. While it is paused, nothing moves. */
export function useLiveCalls(isPaused: ReadonlySignal<boolean>): ReadonlySignal<LiveCalls> {
  const shown = useSignal<LiveCalls>(NOTHING);
  useEffect(() => {
    let calls: LiveCalls = NOTHING;
    let frame = 0;
    // Hundreds may come within one picture: they are drawn together.
    const change = (next: LiveCalls) => {
      calls = next;
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        if (!isPaused.peek()) shown.value = calls;
      });
    };
    const load = () =>
      void loadCalls().then(
        (loaded) => change({ ...loaded, skipped: calls.skipped, isLoading: false }),
        (error: unknown) => change({ ...calls, problem: problemOf(error), isLoading: false }),
      );
    load();
    const leave = [
      onEvent('call_started', (data) => {
        change({ ...calls, running: [...calls.running, data as LiveCall] });
      }),
      onEvent('call', (data) => change(finish(calls, data as CallNote))),
      onEvent('skipped', (data) => {
        change({ ...calls, skipped: calls.skipped + (data as { readonly calls: number }).calls });
      }),
      onEvent('reset', load),
      isPaused.subscribe((paused) => {
        if (!paused) shown.value = calls;
      }),
    ];
    return () => {
      cancelAnimationFrame(frame);
      for (const each of leave) each();
    };
  }, []);
  return shown;
}

function finish(calls: LiveCalls, note: CallNote): LiveCalls {
  return {
    ...calls,
    ended: [note, ...calls.ended].slice(0, MOST_KEPT),
    running: calls.running.filter(({ callId }) => callId !== note.callId),
  };
}

async function loadCalls(): Promise<Pick<LiveCalls, 'ended' | 'running'>> {
  const [{ calls: ended }, { calls: running }] = await Promise.all([
    ask<{ readonly calls: readonly CallNote[] }>('/api/calls', { query: { limit: 500 } }),
    ask<{ readonly calls: readonly LiveCall[] }>('/api/calls/running'),
  ]);
  return { ended, running };
}
