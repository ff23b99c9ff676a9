import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** So that inline source may import the sdk and TypeBox although it lies nowhere. */
export function providedModules(): ReadonlyMap<string, string> {
  return new Map([
    ['@mortise/sdk', join(import.meta.dirname, '..', 'index.ts')],
    ['@sinclair/typebox', fileURLToPath(import.meta.resolve('@sinclair/typebox'))],
  ]);
}
