import { fileURLToPath } from 'node:url';

const resolved = (name: string) => fileURLToPath(import.meta.resolve(name));

/**
 * What an extension may import without installing it: the sdk it is written against, and the
 * TypeBox that the sdk itself uses, for inline sources and for authors who have not installed yet.
 */
export const PROVIDED_MODULES: ReadonlyMap<string, string> = new Map([
  ['@mortise/sdk', resolved('@mortise/sdk')],
  ['@sinclair/typebox', resolved('@sinclair/typebox')],
]);
