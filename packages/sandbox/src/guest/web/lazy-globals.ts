import { defineProperty, hasOwn, keysOf } from '../intrinsics.ts';

/** What a chunk of the platform has to offer, by name. */
export type ChunkExports = { readonly [name: string]: unknown };

/** A global as the web platform has them: not enumerable, and an extension may replace it. */
export function defineGlobal(name: string, value: unknown): void {
  defineProperty(globalThis, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: false,
  });
}

/** Globals that come into being when they are first touched. Many tools touch none of them. */
export function defineLazily(names: readonly string[], open: () => ChunkExports): void {
  for (let index = 0; index < names.length; index += 1) defineOne(names[index] as string, open);
}

function defineOne(name: string, open: () => ChunkExports): void {
  defineProperty(globalThis, name, {
    configurable: true,
    enumerable: false,
    get: () => {
      const value = open()[name];
      defineGlobal(name, value);
      return value;
    },
    set: (value: unknown) => defineGlobal(name, value),
  });
}

/** Names of classes are lost when the prelude is made small; libraries look at them. */
export function nameClasses(classes: ChunkExports): void {
  const names = keysOf(classes);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    const value = classes[name] as { readonly prototype?: object } | undefined;
    if (typeof value !== 'function') continue;
    defineProperty(value, 'name', { value: name, configurable: true });
    const prototype = (value as { readonly prototype?: object }).prototype;
    if (prototype !== undefined && !hasOwn(prototype, Symbol.toStringTag))
      defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
  }
}
