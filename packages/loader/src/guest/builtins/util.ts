import { parseArgs } from '@pkgjs/parseargs';
import { dequal } from 'dequal';
import module from 'util/';
import * as typeChecks from './util-types.ts';

export const { callbackify, deprecate, format, isArray } = module;
export { parseArgs };
export const types = typeChecks;
export const TextEncoder = globalThis.TextEncoder;
export const TextDecoder = globalThis.TextDecoder;

const CUSTOM: unique symbol = Symbol.for('nodejs.util.promisify.custom');
const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom');

type Callback = (error: unknown, ...values: unknown[]) => void;
type Function_ = (...args: unknown[]) => unknown;

const promise = (original: Function_ & { readonly [CUSTOM]?: Function_ }): Function_ => {
  if (typeof original !== 'function') {
    const message = 'The "original" argument must be of type function';
    throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  const custom = original[CUSTOM];
  if (custom !== undefined) return custom;
  return function promisified(this: unknown, ...args: unknown[]) {
    return new Promise((resolve, reject) => {
      const done: Callback = (error, value) => (error ? reject(error) : resolve(value));
      Reflect.apply(original, this, [...args, done]);
    });
  };
};
export const promisify: typeof promise & { readonly custom: symbol } = Object.assign(promise, {
  custom: CUSTOM,
});

const show = (value: unknown, ...options: unknown[]): string => {
  const own = (value as { readonly [INSPECT]?: unknown } | null | undefined)?.[INSPECT];
  if (typeof own === 'function') {
    const shown = own.call(value, 2, {}, show);
    if (typeof shown === 'string') return shown;
    if (shown !== value) return show(shown);
  }
  return (module.inspect as Function_)(value, ...options) as string;
};
export const inspect: typeof show & object = Object.assign(show, {
  custom: INSPECT,
  ...{ defaultOptions: {}, colors: {}, styles: {} },
});

/** What stands on the prototype already stays there. */
export function inherits(child: Class, parent: Class): void {
  Object.defineProperty(child, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(child.prototype, parent.prototype);
}

type Class = { readonly prototype: object };

/** Where code stands is not told to it. */
export function getCallSites(): readonly object[] {
  return [];
}
export const getCallSite: typeof getCallSites = getCallSites;

export function formatWithOptions(_options: unknown, ...args: unknown[]): string {
  return (format as (...given: unknown[]) => string)(...args);
}

export const isDeepStrictEqual: (one: unknown, other: unknown) => boolean = dequal;

/** Off: what would switch it on is a variable of an environment that is empty. */
const quiet = () => Object.assign(() => {}, { enabled: false });
export const debuglog: typeof quiet = quiet;
export const debug: typeof quiet = quiet;

export function stripVTControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what it looks for
  return text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '');
}

export function styleText(_format: unknown, text: string): string {
  return text;
}

export function toUSVString(text: unknown): string {
  return String(text).toWellFormed();
}

export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export function transferableAbortController(): AbortController {
  return new AbortController();
}

export function getSystemErrorName(code: number): string {
  return ERRORS.get(code) ?? `Unknown system error ${code}`;
}

export function getSystemErrorMap(): ReadonlyMap<number, readonly [string, string]> {
  return new Map([...ERRORS].map(([code, name]) => [code, [name, name] as const]));
}

const ERRORS = new Map([
  [-1, 'EPERM'],
  [-2, 'ENOENT'],
  [-13, 'EACCES'],
  [-17, 'EEXIST'],
  [-20, 'ENOTDIR'],
  [-21, 'EISDIR'],
  [-22, 'EINVAL'],
]);
