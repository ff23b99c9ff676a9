/**
 * What a guest may have its runner compute: pure functions of what is handed over, without any authority.
 * Each is `crypto.subtle.<name>`; the runner does it with Node's, inside its jail.
 */
export const COMPUTATIONS = [
  'digest',
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'deriveBits',
  'deriveKey',
  'generateKey',
  'importKey',
  'exportKey',
  'wrapKey',
  'unwrapKey',
] as const;
export type Computation = (typeof COMPUTATIONS)[number];

/** Of one isolate that have not been answered. */
export const MOST_COMPUTATIONS = 64;

/** Of the arguments of one, as JSON; and of all that wait in one isolate. */
export const COMPUTATION_CHARS = 8_000_000;

/** Values that JSON has no word for, as they stand in it: bytes are base64. */
export type Marked =
  | { readonly '@buffer': string }
  | { readonly '@view': string }
  | { readonly '@key': WrittenKey };

/** A key as its guest keeps it. Only its own guest ever sees it. */
export interface WrittenKey {
  readonly type: 'secret' | 'public' | 'private';
  readonly extractable: boolean;
  /** As the platform shows it, with marked values. */
  readonly algorithm: unknown;
  readonly usages: readonly string[];
  /** The bytes of a secret, or PKCS #8 or SPKI, in base64. */
  readonly material: string;
}

/** Why there is no result: the name of an error of the web platform. */
export interface ComputationFault {
  readonly name: string;
  readonly message: string;
}
