import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { chunkPlugin } from './chunk-plugin.ts';
import { GUEST_TABLES } from './guest-tables.ts';

/** The programs of a runner process, each one file, from here on. */
const PROGRAMS = [
  '../runner/runner-main.ts',
  '../runner/watch-thread.ts',
  './take-snapshot.ts',
] as const;

/**
 * Bundles the prelude of isolates and the programs of runners into a folder: what of a runtime does
 * not depend on the V8 that runs it. Polyfills are in it, so none of them is installed.
 */
export async function bundleParts(folder: string): Promise<readonly string[]> {
  const modules = [...(await bundle('../guest/prelude.ts', folder, 'iife'))];
  for (const program of PROGRAMS) modules.push(...(await bundle(program, folder, 'esm')));
  // Node starts such a program in two thirds of the time, and every runner starts with it.
  modules.push(...(await bundle('../../../processes/src/jail/launcher.ts', folder, 'cjs')));
  return modules;
}

async function bundle(
  entry: string,
  folder: string,
  format: 'iife' | 'esm' | 'cjs',
): Promise<readonly string[]> {
  const input = fileURLToPath(new URL(entry, import.meta.url));
  const isGuest = format === 'iife';
  const chunks = chunkPlugin();
  const build = await rolldown({
    input,
    platform: isGuest ? 'neutral' : 'node',
    resolve: { mainFields: ['module', 'main'] },
    ...(isGuest && { plugins: [chunks.plugin] }),
    transform: { define: GUEST_TABLES },
    logLevel: 'silent',
    tsconfig: false,
  });
  const file = join(folder, basename(entry).replace('.ts', format === 'cjs' ? '.cjs' : '.js'));
  // Sloppy functions would show themselves to extensions as the `caller` of theirs.
  const banner = isGuest ? "'use strict';" : '';
  const options = { format, codeSplitting: false, minify: isGuest, banner } as const;
  const { output } = await build.generate(options);
  await build.close();
  const { code } = output[0];
  writeFileSync(file, isGuest ? inAscii(code) : code);
  return [...output[0].moduleIds, ...chunks.moduleIds];
}

/**
 * With escapes in place of all other characters, which stand in texts and patterns only: V8 keeps a source
 * with one of them as two bytes per character, in every isolate.
 */
function inAscii(code: string): string {
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
