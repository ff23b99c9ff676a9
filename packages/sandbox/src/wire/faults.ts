/** How a guest says that a call did not return a result. What it says is believed of itself only. */
export const GUEST_FAULTS = [
  'threw',
  /** A host call was refused and the tool let it through; the text starts with the call's id. */
  'refused_host_call',
  'input_invalid',
  'result_invalid',
  'result_too_large',
  'output_invalid',
  'unknown_tool',
] as const;
export type GuestFault = (typeof GUEST_FAULTS)[number];

/** How a runner says that a call ended; those beside `GuestFault` it saw itself. */
export const CALL_FAULTS = [
  ...GUEST_FAULTS,
  'cpu',
  'deadline',
  'memory',
  'broken',
  'cancelled',
  /** The isolate went because of another call. */
  'isolate_lost',
  'host_call_limit',
  /** It found its isolate gone and has not begun. */
  'unreached',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

/** Why an isolate could not be opened. */
export const OPEN_FAULTS = [
  'source',
  /** Its configuration does not fit its schema; none of its code has run. */
  'config',
  'threw',
  'deadline',
  'memory',
  'too_large',
  'broken',
] as const;
export type OpenFault = (typeof OPEN_FAULTS)[number];

/** Why a runner threw an isolate away. */
export const ISOLATE_LOSSES = ['cpu', 'deadline', 'memory', 'broken'] as const;
export type IsolateLoss = (typeof ISOLATE_LOSSES)[number];

/** Why the host did not do what a guest asked of it. */
export interface HostCallFault {
  readonly code: string;
  readonly message: string;
  /** What the system said, `ENOENT`, for code that asks for that. */
  readonly system?: string;
}
