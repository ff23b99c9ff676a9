const MOST_CHARS = 500;

/**
 * Whether a relative folder fits a pattern of a workspace: names, `*` within a name, `**` for any
 * number of folders. Patterns may come with an extension and are matched in the host's own process,
 * so there is no backtracking, and what else globs can say fits nothing.
 */
export function matchesFolder(folder: string, pattern: string): boolean {
  if (pattern.length > MOST_CHARS || folder.length > MOST_CHARS || /[?[\]{}()]/.test(pattern)) {
    return false;
  }
  return matchSequence(folder.split('/'), pattern.split('/'), {
    isAny: (part) => part === '**',
    mayTake: (name) => !name.startsWith('.'),
    fits: (name, part) => !isHidden(name, part) && matchName(name, part),
  });
}

/** A name that begins with a dot is meant only by a pattern that does. */
function isHidden(name: string, part: string): boolean {
  return name.startsWith('.') && !part.startsWith('.');
}

function matchName(name: string, pattern: string): boolean {
  return matchSequence([...name], [...pattern], {
    isAny: (part) => part === '*',
    mayTake: () => true,
    fits: (letter, part) => letter === part,
  });
}

interface Matching {
  /** Whether a part stands for any number of items. */
  readonly isAny: (part: string) => boolean;
  /** Whether such a part may stand for an item. */
  readonly mayTake: (item: string) => boolean;
  readonly fits: (item: string, part: string) => boolean;
}

/** Goes back to the last part that stands for any number only: an earlier one need not take more. */
function matchSequence(
  items: readonly string[],
  parts: readonly string[],
  { isAny, mayTake, fits }: Matching,
): boolean {
  let part = 0;
  let lastAny = -1;
  let taken = 0;
  for (let item = 0; item < items.length; ) {
    const wanted = parts[part];
    if (wanted !== undefined && isAny(wanted)) {
      lastAny = part;
      taken = item;
      part += 1;
    } else if (wanted !== undefined && fits(items[item] ?? '', wanted)) {
      item += 1;
      part += 1;
    } else if (lastAny >= 0 && mayTake(items[taken] ?? '')) {
      taken += 1;
      item = taken;
      part = lastAny + 1;
    } else return false;
  }
  return parts.slice(part).every(isAny);
}
