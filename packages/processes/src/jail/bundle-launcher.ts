import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The launcher as one file, and the paths of what it was made of. */
export async function bundleLauncher(
  format: 'cjs' | 'esm',
): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'launcher.ts'),
    ...{ platform: 'node', logLevel: 'silent', tsconfig: false },
  });
  const { output } = await build.generate({ format, codeSplitting: false });
  await build.close();
  const [{ code, moduleIds }] = output;
  return { code, modules: moduleIds.filter((id) => id.startsWith('/')) };
}
