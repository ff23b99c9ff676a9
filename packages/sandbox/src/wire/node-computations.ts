/**
 * What a guest may have its runner compute while it stands still, for `crypto` and `zlib` of Node: pure
 * functions of what is handed over, without any authority. Arguments are an object, bytes in it are
 * `Written`.
 */
export const NODE_COMPUTATIONS = [
  'compress',
  'decompress',
  'readKey',
  'exportKey',
  'generateKey',
  'sign',
  'verify',
  'encipher',
  'decipher',
  'transform',
  'agree',
  'derive',
  'names',
] as const;
export type NodeComputation = (typeof NODE_COMPUTATIONS)[number];

/** Of the arguments of one, as JSON. */
export const NODE_COMPUTATION_CHARS = 32_000_000;

/** Bytes as they stand in JSON: base64. */
export interface Written {
  readonly '@bytes': string;
}

/** A key as its guest keeps it; only its own guest ever sees it. */
export interface WrittenNodeKey {
  readonly type: 'secret' | 'public' | 'private';
  /** The bytes of a secret, or PKCS #8 or SPKI. */
  readonly material: Written;
  readonly asymmetricKeyType?: string;
  readonly asymmetricKeyDetails?: { readonly [name: string]: unknown };
}

/** Why there is no result. */
export interface NodeComputationFault {
  readonly message: string;
  readonly code?: string;
}
