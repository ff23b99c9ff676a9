import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The bundler's program as one file, and the paths of what it was made of. */
export interface BundledBundler {
  readonly code: string;
  readonly modules: readonly string[];
}

/** Bundles the program of the bundler's process; only the bundler itself, which is native, stays outside. */
export async function bundleBundler(): Promise<BundledBundler> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'bundler-main.ts'),
    platform: 'node',
    external: /^rolldown(?:\/|$)/,
    logLevel: 'silent',
    tsconfig: false,
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  const [{ code, moduleIds }] = output;
  return { code, modules: moduleIds.filter((id) => id.startsWith('/')) };
}
