/**
 * SQLite keeps UTF-8, in which every lone surrogate becomes the same character: two sessions would
 * share one row. Such keys are escaped, and so are those that look escaped.
 */
export function storedKey(key: string): string {
  return key.isWellFormed() && !key.startsWith('"') ? key : JSON.stringify(key);
}

/** The key that was stored so. A row that was edited by hand keeps what it says. */
export function originalKey(stored: string): string {
  if (!stored.startsWith('"')) return stored;
  try {
    return String(JSON.parse(stored));
  } catch {
    return stored;
  }
}
