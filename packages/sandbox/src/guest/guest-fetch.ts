import { networkOf, networkOfCall } from './call-network.ts';
import type { GuestCall } from './guest-call.ts';
import { NativePromise } from './intrinsics.ts';
import { useChunk } from './web/chunks.ts';

/** The global `fetch`: for whichever call is certain to run. */
export function guestFetch(input: unknown, init?: unknown): Promise<unknown> {
  try {
    return useChunk('body').fetchWith(networkOfCall('fetch'), input, init);
  } catch (error) {
    return NativePromise.reject(error);
  }
}

/** `fetch` with the authority of one call. */
export function fetchFor(call: GuestCall, input: unknown, init?: unknown): Promise<unknown> {
  return useChunk('body').fetchWith(networkOf(call), input, init);
}
