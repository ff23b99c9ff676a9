import { foldName } from '@mortise/contracts';

/**
 * Who wants which name of the one space of names. Tells without sorting everything whether a name
 * is contested: most are not, and only for the others must the whole space be given out anew.
 */
export class NameOwners {
  readonly #owners = new Map<string, Map<string, number>>();

  add(name: string, owner: string): void {
    const folded = foldName(name);
    const owners = this.#owners.get(folded) ?? new Map<string, number>();
    this.#owners.set(folded, owners);
    owners.set(owner, (owners.get(owner) ?? 0) + 1);
  }

  remove(name: string, owner: string): void {
    const folded = foldName(name);
    const owners = this.#owners.get(folded);
    const left = (owners?.get(owner) ?? 0) - 1;
    if (left > 0) owners?.set(owner, left);
    else owners?.delete(owner);
    if (owners?.size === 0) this.#owners.delete(folded);
  }

  countOf(name: string, owner: string): number {
    return this.#owners.get(foldName(name))?.get(owner) ?? 0;
  }

  /** More than one owner wants it. */
  isContested(name: string): boolean {
    return (this.#owners.get(foldName(name))?.size ?? 0) > 1;
  }
}
