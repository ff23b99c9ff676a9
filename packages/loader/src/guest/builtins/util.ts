import module from 'util/';
import * as typeChecks from './util-types.ts';

export const { callbackify, debuglog, deprecate, format, inherits, inspect, isArray, promisify } =
  module;
export const types = typeChecks;
export const TextEncoder = globalThis.TextEncoder;
export const TextDecoder = globalThis.TextDecoder;

export function stripVTControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what it looks for
  return text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '');
}

export function toUSVString(text: unknown): string {
  return String(text).toWellFormed();
}
