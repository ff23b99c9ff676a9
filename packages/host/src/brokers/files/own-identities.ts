import { type Stats, statSync } from 'node:fs';

/**
 * Which files and folders the host's own ones are, whatever they are called: a mount shows a folder in
 * a second place, a disk may take other letters for the same name, a folder around them may be moved.
 */
export class OwnIdentities {
  /** What was seen at each path last; it stays known after it was moved, until another stands there. */
  readonly #byPath = new Map<string, string>();
  #known: ReadonlySet<string> = new Set();

  /** Looks at all paths; answers those at which there is nothing. */
  look(paths: ReadonlySet<string>): readonly string[] {
    const absent: string[] = [];
    for (const path of paths) {
      const facts = statIfThere(path);
      if (facts === undefined) absent.push(path);
      else this.#byPath.set(path, identityOf(facts));
    }
    for (const path of this.#byPath.keys()) if (!paths.has(path)) this.#byPath.delete(path);
    this.#known = new Set(this.#byPath.values());
    return absent;
  }

  has(facts: Pick<Stats, 'dev' | 'ino'>): boolean {
    return this.#known.has(identityOf(facts));
  }

  /** Whether a path leads to one of them. */
  isAt(path: string): boolean {
    if (this.#known.size === 0) return false;
    const facts = statIfThere(path);
    return facts !== undefined && this.has(facts);
  }
}

export function identityOf({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}

function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
