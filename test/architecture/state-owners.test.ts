import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PACKAGES = join(import.meta.dirname, '..', '..', 'packages');

/** An exported interface or class, from its first line to the brace that closes it. */
const EXPORTED = /^export (?:abstract )?(interface|class) (\w+)[^{]*\{\n([\s\S]*?)^\}/gm;
/** A member that other files could write to: no `readonly`, no `#`, no method and no accessor. */
const WRITABLE =
  /^ {2}(?!(?:declare |static |override )*(?:readonly |get |set |async ))['"[]?\w+['"\]]?[?!]?(?:: | = )/gm;

/** What the exports of one package leave open to be written, as `file: name.field`. */
function writableFields(name: string): readonly string[] {
  const root = join(PACKAGES, name, 'src');
  const files = globSync('**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|[.-]fixture\.ts$|\.d\.ts$|\/fixtures\//.test(path),
  );
  return files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(EXPORTED)].flatMap(
      ([, , owner = '', body = '']) =>
        [...body.matchAll(WRITABLE)].map(([field]) => `${path}: ${owner} ${field.trim()}`),
    ),
  );
}

describe('the state of a package', () => {
  it.each(globSync('*', { cwd: PACKAGES }).sort())('is changed by its owner alone: %s', (name) => {
    expect(writableFields(name)).toEqual([]);
  });
});
