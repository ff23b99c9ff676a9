import { signal } from '@preact/signals';
import type { HealthAnswer, StopNote } from '../data/answers.ts';
import { ask } from '../data/api.ts';
import { type EventName, onEvent } from '../data/events.ts';
import { may } from '../data/session.ts';

/** What the frame shows whatever the view: how the host is, what is stopped, what waits for a person. */
export const health = signal<HealthAnswer | undefined>(undefined);
export const stops = signal<readonly StopNote[]>([]);
export const waitingApprovals = signal(0);

/** Asks for all of it, and again when the host tells of a change; until the answer is called. */
export function followStatus(): () => void {
  const parts: readonly (readonly [load: () => Promise<void>, topics: readonly EventName[]])[] = [
    [loadHealth, ['health', 'changed', 'sandbox']],
    ...(may.seeAll.peek() ? [[loadStops, ['stops']] as const] : []),
    ...(may.approve.peek() ? [[loadApprovals, ['approval']] as const] : []),
  ];
  const leave = parts.flatMap(([load, topics]) => {
    // The last answer stays in sight; what is wrong is told by the connection and the view.
    const again = () => void load().catch(() => undefined);
    again();
    return [...topics, 'reset' as const].map((topic) => onEvent(topic, again));
  });
  return () => {
    for (const each of leave) each();
  };
}

async function loadHealth(): Promise<void> {
  health.value = await ask<HealthAnswer>('/health');
}

export async function loadStops(): Promise<void> {
  stops.value = (await ask<{ readonly stops: readonly StopNote[] }>('/api/stops')).stops;
}

const MOST_COUNTED = 100;

async function loadApprovals(): Promise<void> {
  const { approvals } = await ask<{ readonly approvals: readonly unknown[] }>('/api/approvals', {
    query: { limit: MOST_COUNTED },
  });
  waitingApprovals.value = approvals.length;
}
