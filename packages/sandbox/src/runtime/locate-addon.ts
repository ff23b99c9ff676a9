import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { RuntimeFault } from './runtime-fault.ts';

/**
 * The native part of isolated-vm for this Node and this machine: prebuilt, or built when it was
 * installed. Throws `native_addon_missing` if it is neither.
 */
export function locateAddon(from: string = import.meta.url): string {
  try {
    const main = createRequire(from).resolve('isolated-vm');
    const finder = createRequire(main)('node-gyp-build') as { resolve(directory: string): string };
    return finder.resolve(dirname(main));
  } catch (error) {
    const { version, platform, arch, versions } = process;
    const machine = `Node ${version} (ABI ${versions.modules}) on ${platform} ${arch}`;
    throw new RuntimeFault('native_addon_missing', `This is ${machine}.`, { cause: error });
  }
}
