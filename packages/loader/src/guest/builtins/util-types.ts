import module from 'util/';

export const {
  isAnyArrayBuffer,
  isArgumentsObject,
  isArrayBuffer,
  isArrayBufferView,
  isBigInt64Array,
  isBigIntObject,
  isBigUint64Array,
  isBooleanObject,
  isBoxedPrimitive,
  isDate,
  isFloat32Array,
  isFloat64Array,
  isGeneratorFunction,
  isGeneratorObject,
  isInt16Array,
  isInt32Array,
  isInt8Array,
  isMap,
  isMapIterator,
  isNativeError,
  isNumberObject,
  isPromise,
  isRegExp,
  isSet,
  isSetIterator,
  isStringObject,
  isSymbolObject,
  isTypedArray,
  isUint16Array,
  isUint32Array,
  isUint8Array,
  isUint8ClampedArray,
  isWeakMap,
  isWeakSet,
} = module.types;

const tagOf = (value: unknown): string => Object.prototype.toString.call(value);

export const isAsyncFunction = (value: unknown): boolean =>
  typeof value === 'function' && /^\[object Async/.test(tagOf(value));
export const isModuleNamespaceObject = (value: unknown): boolean =>
  tagOf(value) === '[object Module]';
export const isKeyObject = (value: unknown): boolean => tagOf(value) === '[object KeyObject]';
export const isCryptoKey = (value: unknown): boolean => tagOf(value) === '[object CryptoKey]';
export const isDataView = (value: unknown): boolean => value instanceof DataView;

/** What the language hides from code, or a guest does not have. */
export const isProxy = (): boolean => false;
export const isExternal = (): boolean => false;
export const isSharedArrayBuffer = (): boolean => false;
