import {
  AbortSignal,
  DOMException,
  EventTarget,
  URL,
  URLSearchParams,
  useOpenChunk,
} from './core.ts';

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

const ERRORS = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
} as const;

type Memory = Map<object, unknown>;

/** `structuredClone` of the web platform, with the types that a guest has. */
export function structuredClone(
  value: unknown,
  options?: { readonly transfer?: Iterable<unknown> } | null,
): unknown {
  const transferred = [...(options?.transfer ?? [])];
  const memory: Memory = new Map();
  for (const each of transferred) memory.set(each as object, transfer(each));
  return copy(value, memory);
}

/** Handed over in place of a copy. Buffers cannot be detached here: they are copied. */
function transfer(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return value.slice(0);
  const streams = useOpenChunk('streams');
  const events = useOpenChunk('events');
  const isMovable =
    (streams !== undefined &&
      (value instanceof streams.ReadableStream ||
        value instanceof streams.WritableStream ||
        value instanceof streams.TransformStream)) ||
    (events !== undefined && value instanceof events.MessagePort);
  if (!isMovable) throw uncloneable(value, 'cannot be transferred');
  return value;
}

function copy(value: unknown, memory: Memory): unknown {
  if (typeof value === 'symbol' || typeof value === 'function')
    throw uncloneable(value, 'could not be cloned');
  if (typeof value !== 'object' || value === null) return value;
  const known = memory.get(value);
  return known === undefined ? copyObject(value, memory) : known;
}

function copyObject(value: object, memory: Memory): unknown {
  const platform = copyOfPlatform(value);
  if (platform !== undefined) return remember(value, platform, memory);
  if (ArrayBuffer.isView(value)) return copyView(value, memory);
  switch (tagOf(value)) {
    case 'Boolean':
    case 'Number':
    case 'String':
    case 'BigInt':
      return remember(value, Object(value.valueOf()), memory);
    case 'Date':
      return remember(value, new Date(Number(value)), memory);
    case 'RegExp': {
      const { source, flags } = value as RegExp;
      return remember(value, new RegExp(source, flags), memory);
    }
    case 'ArrayBuffer':
      return remember(value, (value as ArrayBuffer).slice(0), memory);
    case 'Map':
      return copyMap(value as Map<unknown, unknown>, memory);
    case 'Set':
      return copySet(value as Set<unknown>, memory);
    case 'Error':
      return copyError(value as Error, memory);
    default:
      return copyPlain(value, memory);
  }
}

/** Of the platform's own objects those that can be copied are never changed: they stand for their copy. */
function copyOfPlatform(value: object): object | undefined {
  const body = useOpenChunk('body');
  const subtle = useOpenChunk('subtle');
  if (value instanceof DOMException) return new DOMException(value.message, value.name);
  if (subtle !== undefined && value instanceof subtle.CryptoKey) return value;
  if (body !== undefined && value instanceof body.Blob) return body.copyBlob(value);
  const isOfBody =
    body !== undefined &&
    (value instanceof body.Headers ||
      value instanceof body.FormData ||
      value instanceof body.Response ||
      value instanceof body.Request);
  if (isOfBody || isOther(value)) throw uncloneable(value, 'could not be cloned');
  return undefined;
}

function isOther(value: object): boolean {
  const streams = useOpenChunk('streams');
  return (
    value instanceof EventTarget ||
    value instanceof AbortSignal ||
    value instanceof URL ||
    value instanceof URLSearchParams ||
    value instanceof Promise ||
    value instanceof WeakMap ||
    value instanceof WeakSet ||
    (streams !== undefined &&
      (value instanceof streams.ReadableStream ||
        value instanceof streams.WritableStream ||
        value instanceof streams.TransformStream))
  );
}

function remember<Copied>(value: object, copied: Copied, memory: Memory): Copied {
  memory.set(value, copied);
  return copied;
}

function copyView(view: ArrayBufferView, memory: Memory): ArrayBufferView {
  const buffer = copy(view.buffer, memory) as ArrayBuffer;
  const length = 'length' in view ? (view.length as number) : view.byteLength;
  const View = viewClass(view);
  return remember(view, new View(buffer, view.byteOffset, length), memory);
}

type ViewClass = new (buffer: ArrayBuffer, offset: number, length: number) => ArrayBufferView;

/** A subclass, such as `Buffer`, is copied as what it extends. */
function viewClass(view: ArrayBufferView): ViewClass {
  if (view instanceof DataView) return DataView;
  const base = Object.getPrototypeOf(Uint8Array.prototype) as object;
  const name = Object.getOwnPropertyDescriptor(base, Symbol.toStringTag)?.get?.call(view) as string;
  return Reflect.get(globalThis, name) as ViewClass;
}

function copyMap(value: Map<unknown, unknown>, memory: Memory): Map<unknown, unknown> {
  const copied = remember(value, new Map<unknown, unknown>(), memory);
  for (const [key, each] of [...value]) copied.set(copy(key, memory), copy(each, memory));
  return copied;
}

function copySet(value: Set<unknown>, memory: Memory): Set<unknown> {
  const copied = remember(value, new Set<unknown>(), memory);
  for (const each of [...value]) copied.add(copy(each, memory));
  return copied;
}

function copyError(value: Error, memory: Memory): Error {
  const Known = Object.hasOwn(ERRORS, value.name)
    ? ERRORS[value.name as keyof typeof ERRORS]
    : Error;
  const copied = remember(value, Object.create(Known.prototype) as Error, memory);
  for (const key of ['message', 'stack'] as const) {
    const text = value[key];
    if (typeof text === 'string') defineHidden(copied, key, text);
  }
  if (Object.hasOwn(value, 'cause')) defineHidden(copied, 'cause', copy(value.cause, memory));
  return copied;
}

function defineHidden(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, configurable: true });
}

function copyPlain(value: object, memory: Memory): object {
  const copied: object = Array.isArray(value) ? new Array(value.length) : {};
  memory.set(value, copied);
  for (const key of Object.keys(value)) {
    const each = copy(Reflect.get(value, key), memory);
    Object.defineProperty(copied, key, {
      value: each,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return copied;
}

function uncloneable(value: unknown, what: string): Error {
  const shown =
    typeof value === 'symbol' || typeof value === 'function'
      ? String(value).slice(0, 100)
      : `#<${tagOf(value as object)}>`;
  return new DOMException(`${shown} ${what}.`, 'DataCloneError');
}
