import type { ToolCategory, ToolLoadout } from '@mortise/contracts';
import { createLoadout, requireLoadoutName } from './tool-loadout.ts';

/**
 * Writes a loadout step by step. Every step throws `loadout_invalid` for what is blank;
 * what `build` answered never changes with the builder.
 */
export class LoadoutBuilder {
  readonly #name: string;
  #parent: string | undefined;
  readonly #categories: ToolCategory[] = [];
  readonly #plugins: string[] = [];
  readonly #patterns: string[] = [];
  readonly #disabled: string[] = [];

  private constructor(name: string) {
    this.#name = name;
  }

  static create(name: string): LoadoutBuilder {
    return new LoadoutBuilder(requireLoadoutName(name, 'name'));
  }

  extends(parentName: string): this {
    this.#parent = requireLoadoutName(parentName, 'parent');
    return this;
  }

  includeCategory(category: ToolCategory): this {
    const [known] = createLoadout({
      name: this.#name,
      includedCategories: [category],
    }).includedCategories;
    if (known !== undefined) this.#categories.push(known);
    return this;
  }

  addPlugin(name: string): this {
    this.#plugins.push(requireLoadoutName(name, 'plugin'));
    return this;
  }

  /** `docker`, `docker*` or `*`. */
  addDiscoverable(pattern: string): this {
    this.#patterns.push(requireLoadoutName(pattern, 'pattern'));
    return this;
  }

  /** Takes a name, never a wildcard. */
  disable(name: string): this {
    this.#disabled.push(requireLoadoutName(name, 'disabled plugin'));
    return this;
  }

  build(): ToolLoadout {
    return createLoadout({
      name: this.#name,
      ...(this.#parent === undefined ? {} : { parent: this.#parent }),
      defaultPlugins: this.#plugins,
      includedCategories: this.#categories,
      discoverablePatterns: this.#patterns,
      disabledPlugins: this.#disabled,
    });
  }
}
