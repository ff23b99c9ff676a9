import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  hkdfSync,
  pbkdf2Sync,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  scryptSync,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import {
  bytesIn,
  type GuestArguments,
  keyIn,
  optionalBytes,
  optionalNumber,
  optionalText,
  textIn,
  write,
} from './written-values.ts';

/** A second or a few of one core, at most: once begun, it cannot be stopped but with its process. */
const MOST_ITERATIONS = 10_000_000;
const MOST_SCRYPT_BYTES = 128_000_000;
const MOST_DERIVED_BYTES = 1_000_000;
const BLOCK_BYTES = 20;

export function sign(args: GuestArguments): unknown {
  const algorithm = optionalText(args, 'algorithm') ?? null;
  return write(signBytes(algorithm, bytesIn(args, 'bytes'), signing(args)));
}

export function verify(args: GuestArguments): unknown {
  const algorithm = optionalText(args, 'algorithm') ?? null;
  const signature = bytesIn(args, 'signature');
  return verifyBytes(algorithm, bytesIn(args, 'bytes'), signing(args), signature);
}

function signing(args: GuestArguments) {
  const padding = optionalNumber(args, 'padding');
  const saltLength = optionalNumber(args, 'saltLength');
  const dsaEncoding = optionalText(args, 'dsaEncoding') as 'der' | undefined;
  return {
    key: keyIn(args, 'key'),
    ...(padding !== undefined && { padding }),
    ...(saltLength !== undefined && { saltLength }),
    ...(dsaEncoding !== undefined && { dsaEncoding }),
  };
}

export function encipher(args: GuestArguments): unknown {
  const { algorithm, key, iv, options, aad } = cipherParts(args);
  const cipher = createCipheriv(algorithm, key, iv, options as never) as unknown as CipherGCM;
  if (args['autoPadding'] === false) cipher.setAutoPadding(false);
  const bytes = bytesIn(args, 'bytes');
  if (aad !== undefined) cipher.setAAD(aad, { plaintextLength: bytes.length });
  const out = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const isAuthenticated = /(?:gcm|ccm|ocb|poly1305)$/i.test(algorithm);
  return { bytes: write(out), ...(isAuthenticated && { tag: write(cipher.getAuthTag()) }) };
}

export function decipher(args: GuestArguments): unknown {
  const { algorithm, key, iv, options, aad } = cipherParts(args);
  const made = createDecipheriv(algorithm, key, iv, options as never) as unknown as DecipherGCM;
  if (args['autoPadding'] === false) made.setAutoPadding(false);
  const bytes = bytesIn(args, 'bytes');
  const tag = optionalBytes(args, 'tag');
  if (tag !== undefined) made.setAuthTag(tag);
  if (aad !== undefined) made.setAAD(aad, { plaintextLength: bytes.length });
  return { bytes: write(Buffer.concat([made.update(bytes), made.final()])) };
}

function cipherParts(args: GuestArguments) {
  const authTagLength = optionalNumber(args, 'authTagLength');
  return {
    algorithm: textIn(args, 'algorithm'),
    key: bytesIn(args, 'key'),
    iv: optionalBytes(args, 'iv') ?? null,
    aad: optionalBytes(args, 'aad'),
    options: authTagLength === undefined ? {} : { authTagLength },
  };
}

const RSA: ReadonlyMap<string, typeof publicEncrypt> = new Map([
  ['publicEncrypt', publicEncrypt],
  ['publicDecrypt', publicDecrypt as typeof publicEncrypt],
  ['privateEncrypt', privateEncrypt as typeof publicEncrypt],
  ['privateDecrypt', privateDecrypt as typeof publicEncrypt],
]);

/** What is done with an RSA key by itself. */
export function transform(args: GuestArguments): unknown {
  const way = RSA.get(textIn(args, 'way'));
  if (way === undefined) throw new TypeError('it is not known what to do with the key');
  const padding = optionalNumber(args, 'padding');
  const oaepHash = optionalText(args, 'oaepHash');
  const oaepLabel = optionalBytes(args, 'oaepLabel');
  const key = {
    key: keyIn(args, 'key'),
    ...(padding !== undefined && { padding }),
    ...(oaepHash !== undefined && { oaepHash }),
    ...(oaepLabel !== undefined && { oaepLabel }),
  };
  return write(way(key, bytesIn(args, 'bytes')));
}

export function derive(args: GuestArguments): unknown {
  const length = optionalNumber(args, 'length') ?? 0;
  if (length < 0 || length > MOST_DERIVED_BYTES) {
    throw new RangeError(`At most ${MOST_DERIVED_BYTES} bytes can be derived at once.`);
  }
  const [password, salt] = [bytesIn(args, 'password'), bytesIn(args, 'salt')];
  switch (textIn(args, 'way')) {
    case 'pbkdf2': {
      const iterations = optionalNumber(args, 'iterations') ?? 1;
      if (iterations * Math.ceil(Math.max(1, length) / BLOCK_BYTES) > MOST_ITERATIONS) {
        throw new RangeError(`At most ${MOST_ITERATIONS} iterations at once.`);
      }
      return write(pbkdf2Sync(password, salt, iterations, length, textIn(args, 'digest')));
    }
    case 'scrypt':
      return write(scrypt(args, { password, salt, length }));
    case 'hkdf': {
      const info = optionalBytes(args, 'info') ?? Buffer.alloc(0);
      const made = hkdfSync(textIn(args, 'digest'), password, salt, info, length);
      return write(new Uint8Array(made));
    }
    default:
      throw new TypeError('it is not known how to derive');
  }
}

interface Derivation {
  readonly password: Buffer;
  readonly salt: Buffer;
  readonly length: number;
}

function scrypt(args: GuestArguments, { password, salt, length }: Derivation): Buffer {
  const N = optionalNumber(args, 'N') ?? 16_384;
  const r = optionalNumber(args, 'r') ?? 8;
  const p = optionalNumber(args, 'p') ?? 1;
  if (128 * N * r > MOST_SCRYPT_BYTES || N * r * p > MOST_ITERATIONS) {
    throw new RangeError(`The sandbox has at most ${MOST_SCRYPT_BYTES} bytes for scrypt.`);
  }
  return scryptSync(password, salt, length, { N, r, p, maxmem: 2 * MOST_SCRYPT_BYTES });
}
