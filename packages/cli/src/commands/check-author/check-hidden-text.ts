import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { type Diagnostic, ERROR_CODES, hasHidden, showHidden } from '@mortise/contracts';

const READ = new Set([
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.md',
]);
const NOT_OWN = new Set(['node_modules', '.mortise', '.git', 'dist']);
const MOST_FILES = 5_000;
const MOST_BYTES = 2_000_000;
const MOST_FINDINGS = 50;
const SHOWN_CHARS = 120;

/** Lines of an extension's own files in which something cannot be seen: it reads otherwise than it runs. */
export function checkHiddenText(folder: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const path of filesOf(folder)) {
    if (found.length >= MOST_FINDINGS) break;
    const text = readFileSync(path, 'utf8');
    // At the begin of a file it only says how it is encoded.
    const rest = text.startsWith('\uFEFF') ? text.slice(1) : text;
    if (!hasHidden(rest) || showHidden(rest) === rest) continue;
    for (const [index, line] of rest.split('\n').entries()) {
      const shown = showHidden(line);
      if (shown === line || found.length >= MOST_FINDINGS) continue;
      found.push(describe(relative(folder, path), index + 1, { line, shown }));
    }
  }
  return found;
}

function describe(
  file: string,
  line: number,
  texts: { readonly line: string; readonly shown: string },
): Diagnostic {
  const column = [...texts.line].findIndex((each, at) => [...texts.shown][at] !== each) + 1;
  const shown = texts.shown.slice(Math.max(0, column - 40), column - 40 + SHOWN_CHARS).trim();
  return {
    code: 'hidden_characters',
    severity: 'warning',
    subject: file,
    message: `characters that cannot be seen: ${shown}`,
    ...{ file, line, column, hint: ERROR_CODES.hidden_characters.hint },
  };
}

function* filesOf(folder: string): Iterable<string> {
  const folders = [folder];
  let count = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !NOT_OWN.has(entry.name)) folders.push(path);
      if (!entry.isFile() || !READ.has(extname(entry.name))) continue;
      count += 1;
      if (count > MOST_FILES) return;
      if (lstatSync(path).size <= MOST_BYTES) yield path;
    }
  }
}
