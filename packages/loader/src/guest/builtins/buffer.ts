import module from 'buffer/';

export const { Buffer, kMaxLength, INSPECT_MAX_BYTES } = module;
export const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: 536_870_888 };
export const atob = globalThis.atob;
export const btoa = globalThis.btoa;

type ToText = (encoding?: string, start?: number, end?: number) => string;

// The package is older than `base64url`. Reading works already: its base64 takes both alphabets.
const toText = Buffer.prototype.toString as ToText;
const isEncoding = Buffer.isEncoding as (encoding: string) => boolean;
const toBuffer = Buffer.from as (...args: unknown[]) => InstanceType<typeof Buffer>;
const withUrlEncoding: ToText = function (this: unknown, encoding, start, end) {
  if (encoding !== 'base64url') return toText.call(this, encoding, start, end);
  const text = toText.call(this, 'base64', start, end);
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};
Object.assign(Buffer.prototype, { toString: withUrlEncoding });
Object.assign(Buffer, {
  isEncoding: (encoding: string) => encoding === 'base64url' || isEncoding(encoding),
  from: (value: unknown, encoding?: unknown, length?: unknown) =>
    toBuffer(value, encoding === 'base64url' ? 'base64' : encoding, length),
});
