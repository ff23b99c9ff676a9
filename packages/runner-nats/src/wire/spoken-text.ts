import type { Msg } from '@nats-io/transport-node';

/**
 * What a side said; undefined for what the broker wrote. A side that may read from the object store names the subject
 * that the answer goes to, and so has the broker publish where its own permissions end. What was stored comes with
 * headers, and every other answer of the broker is a JSON object; no side sends either.
 */
export function spokenText(message: Msg): string | undefined {
  if (message.headers !== undefined) return undefined;
  const text = message.string();
  return text.startsWith('{') ? undefined : text;
}
