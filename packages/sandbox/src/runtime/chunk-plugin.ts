import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const PREFIX = 'chunk:';
const FOLDER = new URL('../guest/web/', import.meta.url);
const CORE = fileURLToPath(new URL('core.ts', FOLDER));

/** Bundles the chunks of the guest's platform into the prelude; see `guest/web/chunks.ts`. */
export function chunkPlugin(): { readonly plugin: Plugin; readonly moduleIds: readonly string[] } {
  const moduleIds: string[] = [];
  const plugin: Plugin = {
    name: 'mortise-chunks',
    resolveId: (source) => (source.startsWith(PREFIX) ? source : null),
    load: async (id) => {
      if (!id.startsWith(PREFIX)) return null;
      const { code, modules } = await bundleChunk(id.slice(PREFIX.length));
      moduleIds.push(...modules);
      // A function that is not called while the snapshot is taken stands in it as text, and no more.
      return `export default function (core) {${code}\nreturn chunk;}`;
    },
  };
  return { plugin, moduleIds };
}

/** One text that declares `chunk`, with the exports of that file, and reads `core`. */
async function bundleChunk(
  name: string,
): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
  const build = await rolldown({
    input: fileURLToPath(new URL(`${name}.ts`, FOLDER)),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    external: (id) => id === './core.ts' || id === CORE,
    logLevel: 'silent',
    tsconfig: false,
  });
  const { output } = await build.generate({
    format: 'iife',
    name: 'chunk',
    globals: () => 'core',
    codeSplitting: false,
    minify: true,
  });
  await build.close();
  return { code: output[0].code, modules: output[0].moduleIds };
}
