import { type GuestCall, runningCall } from './guest-call.ts';

/** The operations of the network that the platform's classes are made of. */
export type NetworkOperation =
  | 'fetch'
  | 'read'
  | 'write'
  | 'cancel'
  | 'connect'
  | 'send'
  | 'receive'
  | 'close';

/** Asks the network broker of the host with the authority of one call. */
export type AskNetwork = (operation: NetworkOperation, input: object) => Promise<unknown>;

/** The platform's code gets that one question, and not the call. */
export function networkOf(call: GuestCall): AskNetwork {
  return (operation, input) => call.ask(`network.${operation}`, input);
}

/** The same for the call that runs; `what` is for the error if none does. */
export function networkOfCall(what: string): AskNetwork {
  const call = runningCall();
  if (call !== undefined) return networkOf(call);
  throw new TypeError(`${what} works while a tool is called, not while an extension registers`);
}
