import { Buffer } from '../builtins/buffer.ts';

type Bytes = InstanceType<typeof Buffer>;
type Callback<Value> = (error: null, value: Value) => void;
const AT_ONCE = 65_536;

export function randomBytes(size: number): Bytes;
export function randomBytes(size: number, callback: Callback<Bytes>): undefined;
export function randomBytes(size: number, callback?: Callback<Bytes>): Bytes | undefined {
  const bytes = randomFillSync(Buffer.alloc(size)) as Bytes;
  if (callback === undefined) return bytes;
  queueMicrotask(() => callback(null, bytes));
  return undefined;
}
export const pseudoRandomBytes = randomBytes;

export function randomFillSync<Target extends ArrayBufferView | ArrayBuffer>(
  target: Target,
  offset = 0,
  size?: number,
): Target {
  const whole =
    target instanceof ArrayBuffer
      ? new Uint8Array(target)
      : new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
  const part = whole.subarray(offset, size === undefined ? undefined : offset + size);
  for (let start = 0; start < part.length; start += AT_ONCE) {
    globalThis.crypto.getRandomValues(part.subarray(start, start + AT_ONCE));
  }
  return target;
}

export function randomFill(target: Uint8Array, ...rest: unknown[]): void {
  const callback = rest.pop() as Callback<Uint8Array>;
  const [offset, size] = rest as [number?, number?];
  const filled = randomFillSync(target, offset, size);
  queueMicrotask(() => callback(null, filled));
}

export function randomInt(...args: (number | Callback<number>)[]): number | undefined {
  const callback = typeof args.at(-1) === 'function' ? (args.pop() as Callback<number>) : undefined;
  const [first = 0, second] = args as number[];
  const [low, high] = second === undefined ? [0, first] : [first, second];
  const value = drawn(low, high);
  if (callback === undefined) return value;
  queueMicrotask(() => callback(null, value));
  return undefined;
}

function drawn(low: number, high: number): number {
  const range = high - low;
  if (!Number.isSafeInteger(range) || range <= 0) {
    throw Object.assign(new RangeError('The value of "max" is out of range.'), {
      code: 'ERR_OUT_OF_RANGE',
    });
  }
  // The part of the range above the last multiple would make small numbers likelier.
  const ceiling = Math.floor(2 ** 48 / range) * range;
  for (;;) {
    const value = randomBytes(6).readUIntBE(0, 6);
    if (value < ceiling) return low + (value % range);
  }
}

export const getRandomValues = <Target extends Uint8Array<ArrayBuffer>>(array: Target): Target =>
  globalThis.crypto.getRandomValues(array);
export const randomUUID = (): string => globalThis.crypto.randomUUID();
