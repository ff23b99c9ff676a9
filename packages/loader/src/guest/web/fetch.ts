import { fetchReply } from './fetch-reply.ts';
import { plainInit } from './plain-init.ts';

type HostFetch = (url: string, init?: object) => Promise<unknown>;

/** The global `fetch` of a guest, with an answer that reads like a Response. */
export function fetch(input: unknown, init?: unknown): Promise<unknown> {
  return fetchThrough(globalThis.fetch as unknown as HostFetch, input, init);
}

/** Asks the host through the function of one call, which keeps its authority. */
export async function fetchThrough(
  ask: HostFetch,
  input: unknown,
  init?: unknown,
): Promise<unknown> {
  const request = typeof input === 'object' && input !== null && 'url' in input ? input.url : input;
  return fetchReply(await ask(String(request), plainInit(init)));
}
