import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What is there for the system alone, by name: some of it is open to groups that an account may be in. */
const BY_NAME = [
  ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/security/opasswd'],
  ...['/etc/sudoers', '/etc/sudoers.d', '/etc/ssh', '/etc/ssl/private', '/etc/krb5.keytab'],
];
const SETTINGS = '/etc';
/** How long the list is believed: it is asked for with every run. */
const FRESH_MS = 10_000;
const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o005;

let known: { readonly paths: readonly string[]; readonly at: number } | undefined;

/** Settings that no program should read; of a host that is root, all that other accounts cannot. */
export function secretsOfSystem(): readonly string[] {
  if (process.geteuid?.() !== 0) return BY_NAME;
  const now = performance.now();
  if (known === undefined || now - known.at > FRESH_MS)
    known = { paths: [...new Set([...BY_NAME, ...closedIn(SETTINGS)])], at: now };
  return known.paths;
}

/** What others cannot read below a folder. */
export function closedIn(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [];
    const needed = entry.isDirectory() ? OTHERS_ENTER : OTHERS_READ;
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
    if (mode === undefined) return [];
    if ((mode & needed) !== needed) return [path];
    return entry.isDirectory() ? closedIn(path) : [];
  });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
