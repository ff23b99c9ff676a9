/**
 * What the prelude needs of the language, taken before extension code can replace it.
 * Code that speaks to the runner uses these, string concatenation and own properties only: a
 * method call or a for-of loop would run whatever an extension has put in its place.
 */
export const jsonParse = JSON.parse;
export const jsonStringify: (value: unknown) => string | undefined = JSON.stringify;
export const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;
export const { apply, ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect;
export const { freeze, create, hasOwn, keys: keysOf } = Object;
export const { isFinite: isFiniteNumber, isInteger } = Number;
export const { min, max, floor, ceil } = Math;
export const toText = String;
export const NativeError = Error;
export const NativeTypeError = TypeError;
export const NativePromise = Promise;

const weakMapGet = WeakMap.prototype.get;
const weakMapSet = WeakMap.prototype.set;

/**
 * Methods of texts as functions that no extension can replace. Bound to the native `call`, which V8
 * compiles like the method itself: `apply` would need a list for every call (measured: 8 ns more).
 */
const { bind, call } = Function.prototype;
export const charCodeOf: (text: string, index: number) => number = /* @__PURE__ */ apply(
  bind,
  call,
  [String.prototype.charCodeAt],
);
export const sliceText: (text: string, start: number, end: number) => string =
  /* @__PURE__ */ apply(bind, call, [String.prototype.slice]);
export const findText: (text: string, wanted: string, start: number) => number =
  /* @__PURE__ */ apply(bind, call, [String.prototype.indexOf]);
/** Without lone surrogates, which UTF-8 cannot carry. */
export const isWellFormed: (text: string) => boolean = /* @__PURE__ */ apply(bind, call, [
  String.prototype.isWellFormed,
]);

/** Makes one piece of memory, unlike a template, if no text is empty. */
export const joinTexts: (texts: readonly string[], between: string) => string =
  /* @__PURE__ */ apply(bind, call, [Array.prototype.join]);

/** The same function with its first argument given. */
export function bindFirst(
  write: (...values: unknown[]) => void,
  first: unknown,
): (...values: unknown[]) => void {
  return apply(bind, write, [undefined, first]);
}

/** A text of its own: what V8 cuts out of a text keeps all of it in memory. */
export function detachText(text: string): string {
  return sliceText(` ${text}`, 1, text.length + 1);
}

/** A WeakMap whose methods an extension cannot replace. */
export interface SafeWeakMap<Value> {
  get(key: object): Value | undefined;
  set(key: object, value: Value): void;
}

export function createSafeWeakMap<Value>(): SafeWeakMap<Value> {
  const map = new WeakMap<object, Value>();
  return {
    get: (key) => apply(weakMapGet, map, [key]) as Value | undefined,
    set: (key, value) => {
      apply(weakMapSet, map, [key, value]);
    },
  };
}

/** A table by number without a prototype: nothing inherited can be found in it or run by it. */
export type SafeTable<Value> = { [key: number]: Value };

export function createSafeTable<Value>(): SafeTable<Value> {
  return create(null) as SafeTable<Value>;
}
