/** `pnpm build`: makes one JavaScript file of the bundler's program, and a record of its sources. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundleBundler } from './bundle-bundler.ts';
import { BUILT_BUNDLER, type BuildRecord, hashOf, sumOf } from './bundler-program.ts';

const { code, modules } = await bundleBundler();
const folder = dirname(BUILT_BUNDLER.program);
const root = join(folder, '..', '..');
const files = modules.map((id) => relative(root, id)).toSorted();
const record: BuildRecord = { files, hash: hashOf(files), program: sumOf(code) };
mkdirSync(folder, { recursive: true });
replace(BUILT_BUNDLER.program, code);
replace(BUILT_BUNDLER.record, JSON.stringify(record));

/** A bundler that starts meanwhile reads the old file or the new one, never half of it. */
function replace(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
