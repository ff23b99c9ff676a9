import { MEMORY_ROOT } from '../files/package-view.ts';

/**
 * Names of modules for the bundler. Files of the extension are named as if they lay in memory,
 * wherever they are: the bundler makes variable names out of folders, and a bundle must be the
 * same on every machine.
 */
export class ModuleIds {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  idOf(path: string): string {
    return path.startsWith(`${this.#root}/`)
      ? `${MEMORY_ROOT}${path.slice(this.#root.length)}`
      : path;
  }

  pathOf(id: string): string {
    return id.startsWith(`${MEMORY_ROOT}/`) ? `${this.#root}${id.slice(MEMORY_ROOT.length)}` : id;
  }
}
