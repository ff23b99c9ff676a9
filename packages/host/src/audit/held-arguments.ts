import { formOfArguments } from '@mortise/contracts';

type HeldValue = string | number | boolean | null;

/** Arguments of one level, out of the hands of their giver: read later, they are as they were. */
export interface HeldArguments {
  readonly values: { readonly [name: string]: HeldValue };
  /** How long they are, about. */
  readonly length: number;
}

/** Of a value that is no text, and of what stands around each. */
const AROUND_CHARS = 32;

/**
 * Takes down what the form of arguments is made of, in a third of the time of making it; `undefined` for what has more than
 * one level, or a form of its own. Throws what reading them throws.
 */
export function holdArguments(args: unknown): HeldArguments | undefined {
  if (typeof args !== 'object' || args === null) return undefined;
  if (Object.getPrototypeOf(args) !== Object.prototype || 'toJSON' in args) return undefined;
  const values: { [name: string]: HeldValue } = {};
  let length = 0;
  for (const name of Object.keys(args)) {
    const value: unknown = (args as { readonly [name: string]: unknown })[name];
    // Assigned, it would be no key.
    if (name === '__proto__' || !isOfOneLevel(value)) return undefined;
    values[name] = value;
    length += name.length + AROUND_CHARS + (typeof value === 'string' ? value.length : 0);
  }
  return { values, length };
}

/** The text that is hashed for arguments, or for those that were held to make it later. */
export function formOf(held: string | HeldArguments): string {
  return typeof held === 'string' ? held : formOfArguments(held.values);
}

function isOfOneLevel(value: unknown): value is HeldValue {
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || value === null;
}
