import type { AbortSignal } from './abort-signal.ts';
import { type ActiveCall, certainCall } from './active-calls.ts';
import { plainInit } from './fetch-init.ts';
import { NativePromise } from './intrinsics.ts';
import { Response, type ResponseData } from './response.ts';

/** The global `fetch`: for whichever call is certain to run. */
export function guestFetch(input: unknown, init?: unknown): Promise<Response> {
  const call = certainCall();
  if (call !== undefined) return fetchFor(call, input, init);
  return NativePromise.reject(
    new TypeError('fetch does not know which call it belongs to: use ctx.fetch'),
  );
}

/** Asks the host with the authority of one call. */
export function fetchFor(call: ActiveCall, input: unknown, init?: unknown): Promise<Response> {
  const signal = signalOf(init);
  if (signal?.aborted === true) return NativePromise.reject(signal.reason);
  const url = typeof input === 'object' && input !== null && 'url' in input ? input.url : input;
  const reply = readReply(call.ask('network.fetch', { url: `${url}`, init: plainInit(init) }));
  return signal === undefined ? reply : untilAborted(reply, signal);
}

async function readReply(answer: Promise<unknown>): Promise<Response> {
  // The network broker of the host wrote it.
  return new Response((await answer) as ResponseData);
}

/** The host ends the request with its call; after an abort the guest only stops waiting for it. */
function untilAborted(reply: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new NativePromise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    reply.then(resolve, reject);
  });
}

function signalOf(init: unknown): AbortSignal | undefined {
  const signal = (init as { readonly signal?: AbortSignal | null } | null | undefined)?.signal;
  return signal ?? undefined;
}
