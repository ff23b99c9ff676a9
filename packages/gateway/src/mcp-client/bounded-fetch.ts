import type { FetchLike } from '@modelcontextprotocol/client';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A `fetch` whose answers end with an error once a message in them is longer than it may be. */
export function createBoundedFetch(maxMessageBytes: number): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const body = response.body.pipeThrough(boundMessages(maxMessageBytes, isStream));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

/** The same for questions with short answers, none of which leads elsewhere or takes longer than this. */
export function createBriefFetch(maxBytes: number, timeoutMs: number): FetchLike {
  const bounded = createBoundedFetch(maxBytes);
  return (url, init) =>
    bounded(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
}
/** A stream of events may go on for days, so the bound is on each of them. */
function boundMessages(
  maxBytes: number,
  isStream: boolean,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  let isLineEmpty = false;
  return new TransformStream({
    transform(chunk, controller) {
      for (const byte of chunk) {
        bytes += 1;
        if (!isStream || byte === CARRIAGE_RETURN) continue;
        if (byte === LINE_FEED && isLineEmpty) bytes = 0;
        isLineEmpty = byte === LINE_FEED;
      }
      if (bytes <= maxBytes) controller.enqueue(chunk);
      else controller.error(new Error(`A message of the server has more than ${maxBytes} bytes.`));
    },
  });
}
