import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hiddenByTest } from './hidden-by-test.ts';
import type { HiddenLayers, LaunchOrder } from './launch-order.ts';
import { isJailArch } from './system-calls.ts';

/** Where the native part of koffi is, or why it is of no use. */
export function locateAddons(
  trialFolder?: string,
  hidden: HiddenLayers = hiddenByTest(),
): LaunchOrder['addons'] | string {
  if (hidden.koffi !== undefined) return hidden.koffi;
  const { platform, arch } = process;
  if (platform !== 'linux') return `there is none for ${platform}`;
  if (!isJailArch(arch)) return `there is none for ${arch}`;
  const name = `@koromix/koffi-linux-${arch}`;
  try {
    const folder =
      trialFolder ?? dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const at = (libc: string): string => join(folder, `${libc}_${arch}`, 'koffi.node');
    return { glibc: at('linux'), musl: at('musl') };
  } catch {
    return `the package ${name} is not installed`;
  }
}
