import type { OpenFault } from '../wire/faults.ts';
import type { QuotedText } from '../wire/frame-codec.ts';
import type { RegistrationFrame } from './guest-requests.ts';

/** The load of an isolate, as far as what its guest does concerns it. */
export interface LoadEvents {
  /** Its module is still being evaluated: an error that comes out of it ends the load. */
  readonly isEvaluating: boolean;
  /** When it must be over. */
  readonly deadline: number;
  onRegistration(frame: RegistrationFrame): void;
  /** A timer was due: it may be what the load waited for. */
  onTimer(): void;
  fail(fault: OpenFault, message: QuotedText): void;
}
