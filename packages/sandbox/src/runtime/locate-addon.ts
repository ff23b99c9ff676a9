import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The native part of isolated-vm for this Node and this machine. */
export function locateAddon(): string {
  const require = createRequire(import.meta.url);
  const main = require.resolve('isolated-vm');
  const finder = createRequire(main)('node-gyp-build') as { resolve(directory: string): string };
  return finder.resolve(dirname(main));
}
