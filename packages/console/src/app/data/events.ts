import { signal } from '@preact/signals';
import { createParser } from 'eventsource-parser';
import { addressOf, consoleHeaders, isTurnedAway } from './api.ts';

/** `reset` tells that some were lost, and everything shown should be asked for anew. */
export type EventName =
  | 'call'
  | 'call_started'
  | 'approval'
  | 'stops'
  | 'changed'
  | 'health'
  | 'sandbox'
  | 'skipped'
  | 'reset';

type Listener = (data: unknown) => void;

const listeners = new Map<EventName, Set<Listener>>();

/** Whether what is shown follows the host. */
export const connection = signal<'connecting' | 'live' | 'broken'>('connecting');

/** Calls back with what the host tells, until the answer is called. */
export function onEvent(name: EventName, listener: Listener): () => void {
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known.add(listener));
  return () => known.delete(listener);
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** Follows the host until it is told to end; what was missed while the connection was gone comes later. */
export function follow(): () => void {
  const ended = new AbortController();
  void stayConnected(ended.signal);
  return () => ended.abort();
}

async function stayConnected(ended: AbortSignal): Promise<void> {
  let lastEventId: string | undefined;
  let pause = FIRST_PAUSE_MS;
  while (!ended.aborted) {
    const began = performance.now();
    try {
      await read(lastEventId, ended, (id) => {
        lastEventId = id;
        connection.value = 'live';
      });
    } catch {
      // Told by `connection`; the reason is shown where something is asked for.
    }
    if (ended.aborted || isTurnedAway.value) return;
    connection.value = 'broken';
    // One that lasted was fine; one that is refused again and again is asked less and less often.
    pause =
      performance.now() - began > LONGEST_PAUSE_MS
        ? FIRST_PAUSE_MS
        : Math.min(pause * 2, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function read(
  lastEventId: string | undefined,
  signal: AbortSignal,
  onId: (id: string) => void,
): Promise<void> {
  const response = await fetch(addressOf('/api/events'), {
    headers: {
      ...consoleHeaders(),
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  if (response.status === 401) isTurnedAway.value = true;
  if (!response.ok || response.body === null) throw new Error(`Events: ${response.status}`);
  const wasResumed = lastEventId !== undefined;
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      const value: unknown = JSON.parse(data);
      // A host that was started anew knows nothing of what was missed.
      if (event === 'hello' && wasResumed && Reflect.get(Object(value), 'isResumed') !== true) {
        tell('reset', {});
      }
      tell(event as EventName, value);
      if (id !== undefined) onId(id);
    },
  });
  for await (const text of textsOf(response.body)) parser.feed(text);
}

async function* textsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function tell(name: EventName, data: unknown): void {
  for (const listener of listeners.get(name) ?? []) listener(data);
}
