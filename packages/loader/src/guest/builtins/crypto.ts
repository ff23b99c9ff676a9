import { Digest, createHash as hashWith, createHmac as hmacWith } from '../crypto/digests.ts';

export { createCipheriv, createDecipheriv, getCiphers } from '../crypto/ciphers.ts';
export { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from '../crypto/derivations.ts';
export { getHashes, hash } from '../crypto/digests.ts';
export {
  createECDH,
  diffieHellman,
  ECDH,
  generateKeyPair,
  generateKeyPairSync,
  getCurves,
} from '../crypto/key-agreement.ts';
export {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  KeyObject,
} from '../crypto/key-object.ts';
export {
  getRandomValues,
  pseudoRandomBytes,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
} from '../crypto/random.ts';
export {
  createSign,
  createVerify,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  Sign,
  sign,
  Verify,
  verify,
} from '../crypto/signatures.ts';

export const createHash = hashWith;
export const createHmac = hmacWith;
export const Hash = Digest;
export const Hmac = Digest;
export const webcrypto = globalThis.crypto;
export const subtle = globalThis.crypto?.subtle;

/** Numbers of OpenSSL that code passes on. */
export const constants = {
  RSA_PKCS1_PADDING: 1,
  RSA_NO_PADDING: 3,
  RSA_PKCS1_OAEP_PADDING: 4,
  RSA_PKCS1_PSS_PADDING: 6,
  RSA_PSS_SALTLEN_DIGEST: -1,
  RSA_PSS_SALTLEN_MAX_SIGN: -2,
  RSA_PSS_SALTLEN_AUTO: -2,
  POINT_CONVERSION_COMPRESSED: 2,
  POINT_CONVERSION_UNCOMPRESSED: 4,
  POINT_CONVERSION_HYBRID: 6,
  defaultCipherList: '',
};

export function timingSafeEqual(one: ArrayBufferView, other: ArrayBufferView): boolean {
  if (one.byteLength !== other.byteLength) {
    const message = 'Input buffers must have the same byte length';
    throw Object.assign(new RangeError(message), { code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH' });
  }
  const [left, right] = [one, other].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  let difference = 0;
  for (let index = 0; index < one.byteLength; index += 1) {
    difference |= (left?.[index] ?? 0) ^ (right?.[index] ?? 0);
  }
  return difference === 0;
}

export function getFips(): number {
  return 0;
}

export function setEngine(): void {}
