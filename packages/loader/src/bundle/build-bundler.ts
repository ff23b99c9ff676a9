/** `pnpm build`: makes one JavaScript file of the bundler's program, and a record of its sources. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { BUILT_BUNDLER, type BuildRecord, hashOf, sumOf } from './bundler-program.ts';

const build = await rolldown({
  input: join(import.meta.dirname, 'bundler-main.ts'),
  platform: 'node',
  external: /^rolldown(?:\/|$)/,
  logLevel: 'silent',
  tsconfig: false,
});
const { output } = await build.generate({ format: 'esm', codeSplitting: false });
await build.close();

const folder = dirname(BUILT_BUNDLER.program);
const root = join(folder, '..', '..');
const files = output[0].moduleIds
  .filter((id) => id.startsWith('/'))
  .map((id) => relative(root, id))
  .toSorted();
const program = sumOf(output[0].code);
const record: BuildRecord = { files, hash: hashOf(files), program };
mkdirSync(folder, { recursive: true });
replace(BUILT_BUNDLER.program, output[0].code);
replace(BUILT_BUNDLER.record, JSON.stringify(record));

/** A bundler that starts meanwhile reads the old file or the new one, never half of it. */
function replace(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
