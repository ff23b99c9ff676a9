import { dirname, extname, join, posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { foldersAbove } from '../dependencies/installed-folder.ts';
import type { PackageView } from '../files/package-view.ts';
import type { BundleReach } from './bundle-reach.ts';
import type { BundleRequest } from './bundle-request.ts';
import { GUEST_FOLDER } from './guest-files.ts';

/**
 * Tells the bundler that a module is an ES module of Node: what it imports of CommonJS by default is then
 * `module.exports`, and not the `exports.default` of bundlers. The bundler reads this file itself, from
 * the disk; ours says `"type": "module"` wherever the module lies, also in an archive in memory.
 */
export const PACKAGE_OF_ES_MODULES = join(GUEST_FOLDER, '..', '..', 'package.json');

export interface EsModuleParts {
  readonly request: BundleRequest;
  readonly view: PackageView;
  readonly reach: BundleReach;
}

/**
 * Whether Node takes a file for an ES module, if it is one. Of a package without a type it long did not:
 * its ES modules were made for bundlers and expect what those give.
 */
export function isEsModuleOfNode(path: string, { request, view, reach }: EsModuleParts): boolean {
  const end = extname(path);
  if (end === '.mjs' || end === '.mts') return true;
  const container = reach.containerOf(path);
  if (container === undefined || !/^\.[jt]sx?$/.test(end)) return false;
  const isOwn = container === request.root && !path.slice(container.length).includes(INSTALLED);
  if (isOwn && request.shape === 'mortise') return true;
  // OpenClaw compiles the TypeScript of its plugins to CommonJS, whatever their type.
  if (isOwn && end.startsWith('.ts')) return false;
  const nearest = foldersAbove(dirname(path), container)
    .map((folder) => view.readObject(posix.join(folder, 'package.json')))
    .find((manifest) => manifest !== undefined);
  return nearest?.['type'] === 'module';
}

const INSTALLED = '/node_modules/';

/** Files of CommonJS whose exports may say that they were an ES module before they were compiled. */
export class CommonJsFiles {
  readonly #view: PackageView;
  readonly #maxChars: number;
  /** A package may import one file from each of its own. */
  readonly #known = new Map<string, boolean>();

  constructor(view: PackageView, maxChars: number) {
    this.#view = view;
    this.#maxChars = maxChars;
  }

  has(path: string): boolean {
    const known = this.#known.get(path) ?? this.#isCommonJs(path);
    this.#known.set(path, known);
    return known;
  }

  #isCommonJs(path: string): boolean {
    if (!/\.c?js$/.test(path)) return false;
    const code = this.#view.readText(path);
    // What is larger is refused when it is loaded, before anything parses it.
    if (code === undefined || code.length > this.#maxChars || !/\bexports\b/.test(code))
      return false;
    try {
      return !parseAst(code).body.some(({ type }) => /^(?:Import|Export)/.test(type));
    } catch {
      // It is not JavaScript: the bundler says so when it is its turn.
      return false;
    }
  }
}
