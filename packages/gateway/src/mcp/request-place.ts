import type { CallPlace } from '@mortise/contracts';

const PLACES = new WeakMap<Request, CallPlace>();

/** Lets who answers a request find its place. */
export function keepPlace(request: Request, place: CallPlace): void {
  PLACES.set(request, place);
}

/** The place that a request has among the calls, if it has one. */
export function placeOf(request: Request | undefined): CallPlace | undefined {
  return request === undefined ? undefined : PLACES.get(request);
}
