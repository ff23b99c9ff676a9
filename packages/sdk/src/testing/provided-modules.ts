import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** So that inline source may import the sdk and TypeBox although it lies nowhere. */
export function providedModules(): ReadonlyMap<string, string> {
  const ownEnding = extname(import.meta.filename);
  return new Map([
    ['@mortise/sdk', join(import.meta.dirname, '..', `index${ownEnding}`)],
    ['@sinclair/typebox', fileURLToPath(import.meta.resolve('@sinclair/typebox'))],
  ]);
}
