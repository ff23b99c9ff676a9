import type { RequestId, Transport } from '@modelcontextprotocol/client';
import { MessageMeter } from './message-meter.ts';

/** Requests whose answers are still expected, most of them; those of calls that timed out stay for a while. */
const MOST_ASKED = 10_000;

type Hear = NonNullable<Transport['onmessage']>;

/**
 * Stands between a way to a server and the protocol, from the first message on: what was not asked for is
 * counted, and answers come after the notes that were sent before them. The SDK hears a note one step after
 * it came and an answer at once, so that progress would find no call any more.
 */
export function guardMessages(transport: Transport, onFlood: (reason: string) => void): void {
  const meter = new MessageMeter();
  const asked = new Set<RequestId>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message) remember(asked, message.id);
    return send(message, options);
  };
  const guard =
    (hear: Hear): Hear =>
    (message, extra) => {
      const isAnswer = !('method' in message) && 'id' in message && asked.delete(message.id ?? '');
      if (!isAnswer && meter.add(0)) return onFlood(FLOODED);
      if ('method' in message) hear(message, extra);
      else queueMicrotask(() => hearAnswer(transport, () => hear(message, extra)));
    };
  let heard: Hear | undefined;
  Object.defineProperty(transport, 'onmessage', {
    get: () => heard,
    set: (hear: Hear | undefined) => {
      heard = hear && guard(hear);
    },
  });
}

export const FLOODED =
  'It sent more than it was asked for: too many messages, or too much that is none.';

function remember(asked: Set<RequestId>, id: RequestId): void {
  asked.add(id);
  if (asked.size <= MOST_ASKED) return;
  const [oldest] = asked;
  if (oldest !== undefined) asked.delete(oldest);
}

function hearAnswer(transport: Transport, hear: () => void): void {
  try {
    hear();
  } catch (error) {
    transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}
