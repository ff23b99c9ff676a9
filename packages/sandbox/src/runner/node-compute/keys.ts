import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  getCiphers,
  getCurves,
} from 'node:crypto';
import {
  bytesIn,
  type GuestArguments,
  keyIn,
  objectIn,
  optionalBytes,
  optionalNumber,
  optionalText,
  textIn,
  write,
  writeKey,
} from './written-values.ts';

const MOST_MODULUS_BITS = 4_096;
const NAMES_CHARS = 100;

/** A key in any of the forms that `createPrivateKey` and its like take. */
export function readKey(args: GuestArguments): unknown {
  const kind = textIn(args, 'kind');
  const format = optionalText(args, 'format') ?? 'pem';
  if (kind === 'secret') return writeKey(createSecretKey(bytesIn(args, 'key')));
  const key =
    format === 'jwk' ? objectIn(args, 'key') : (optionalText(args, 'key') ?? bytesIn(args, 'key'));
  const passphrase = optionalText(args, 'passphrase');
  const input = {
    ...{ key, format },
    ...(args['type'] !== undefined && { type: optionalText(args, 'type') }),
    ...(passphrase !== undefined && { passphrase }),
  } as Parameters<typeof createPrivateKey>[0];
  if (kind === 'private') return writeKey(createPrivateKey(input));
  return writeKey(createPublicKey(input as Parameters<typeof createPublicKey>[0]));
}

/** `public` of a private key, or the key in another form. */
export function exportKey(args: GuestArguments): unknown {
  const key = keyIn(args, 'key');
  if (args['isPublic'] === true) return writeKey(createPublicKey(key));
  const format = textIn(args, 'format');
  if (format === 'jwk') return key.export({ format: 'jwk' });
  const options = objectIn(args, 'options');
  const exported = key.export({
    format,
    type: optionalText(options, 'type') ?? (key.type === 'private' ? 'pkcs8' : 'spki'),
    ...(typeof options['cipher'] === 'string' && {
      cipher: options['cipher'],
      passphrase: textIn(options, 'passphrase'),
    }),
  } as never) as string | Buffer;
  return typeof exported === 'string' ? exported : write(exported);
}

export function generateKey(args: GuestArguments): unknown {
  const type = textIn(args, 'type').slice(0, NAMES_CHARS);
  const options = objectIn(args, 'options');
  const modulusLength = optionalNumber(options, 'modulusLength') ?? 0;
  if (modulusLength > MOST_MODULUS_BITS || type === 'dsa' || type === 'dh') {
    throw new RangeError(`The sandbox makes no key of more than ${MOST_MODULUS_BITS} bits.`);
  }
  const { publicKey, privateKey } = generateKeyPairSync(
    type as 'rsa',
    {
      ...(modulusLength > 0 && { modulusLength }),
      ...(typeof options['namedCurve'] === 'string' && { namedCurve: options['namedCurve'] }),
      ...(typeof options['publicExponent'] === 'number' && {
        publicExponent: options['publicExponent'],
      }),
    } as never,
  ) as unknown as ReturnType<typeof generateKeyPairSync> & {
    readonly publicKey: Parameters<typeof writeKey>[0];
    readonly privateKey: Parameters<typeof writeKey>[0];
  };
  return { publicKey: writeKey(publicKey), privateKey: writeKey(privateKey) };
}

/** What two sides have in common: of two keys, or of a curve with bytes of both. */
export function agree(args: GuestArguments): unknown {
  const curve = optionalText(args, 'curve');
  if (curve === undefined) {
    const keys = { privateKey: keyIn(args, 'privateKey'), publicKey: keyIn(args, 'publicKey') };
    return write(diffieHellman(keys));
  }
  const side = createECDH(curve);
  const own = optionalBytes(args, 'privateKey');
  if (own === undefined) side.generateKeys();
  else side.setPrivateKey(own);
  const other = optionalBytes(args, 'publicKey');
  const form = optionalText(args, 'form') as 'compressed' | undefined;
  return {
    privateKey: write(side.getPrivateKey()),
    publicKey: write(side.getPublicKey(null, form ?? 'uncompressed')),
    ...(other !== undefined && { secret: write(side.computeSecret(other)) }),
  };
}

export function names(): unknown {
  return { ciphers: getCiphers(), curves: getCurves() };
}
