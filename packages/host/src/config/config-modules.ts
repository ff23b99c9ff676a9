import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

const MODULE_ENDINGS: ReadonlySet<string> = new Set(['.ts', '.mts', '.js', '.mjs']);
const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;
const MOST_FILES = 200;
const MOST_BYTES = 1_000_000;

/**
 * The files that a configuration written as a program is made of: itself, and what it imports by
 * relative paths, and so on. They run in the host with every right that it has.
 */
export function configModules(file: string): readonly string[] {
  const found = new Set<string>();
  const open = [resolve(file)];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || found.size >= MOST_FILES) continue;
    found.add(path);
    if (!isModule(path)) continue;
    for (const [, specifier = ''] of readSource(path).matchAll(RELATIVE_IMPORT)) {
      open.push(resolve(dirname(path), specifier));
    }
  }
  return [...found];
}

/** Whether a configuration is a program of the operator. */
export function isModule(file: string): boolean {
  return MODULE_ENDINGS.has(extname(file));
}

function readSource(path: string): string {
  try {
    return statSync(path).size > MOST_BYTES ? '' : readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
