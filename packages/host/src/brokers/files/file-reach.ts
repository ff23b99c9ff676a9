import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';
import { isPlainFolder } from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';

const LONGEST_PATH = 4_096;
/** Not files but the kernel, the host's own memory included; no root opens them. */
const KERNEL_TREES = ['/proc', '/sys', '/dev'];
/**
 * What decides who may do what: the configuration, the lock file, tokens, approved code. Workspaces
 * are often the folder they lie in; a guest that could write there could grant itself anything.
 */
const OF_THE_HOST = /^(?:\.mortise|mortise\.lock|mortise\.config\..*)$/i;

/** The roots that serve one operation, and the directory that relative paths start from. */
export interface FileReach {
  readonly roots: readonly string[];
  readonly base: string;
}

/**
 * Refuses roots that are links: a root asked for by a stranger inside a granted one could be a link
 * that leads out of it. The operator grants real paths.
 */
export async function openReach(
  roots: readonly string[],
  base: string | undefined,
): Promise<FileReach> {
  if (base === undefined || roots.length === 0) throw denied('No root is granted for this.');
  const real = await Promise.all(roots.map(checkRoot));
  return { roots: real, base: withoutTrailing(base) };
}

/** The absolute path a guest means, inside a root by its text. Nothing on the disk was touched. */
export function interpretPath(guestPath: string, { roots, base }: FileReach): string {
  if (guestPath.includes('\0')) throw failed('A path has no NUL.');
  if (Buffer.byteLength(guestPath) > LONGEST_PATH) throw failed('The path is too long.');
  if (guestPath.split(/[/\\]/).includes('..')) throw denied('A path may not contain "..".');
  const path = isAbsolute(guestPath) ? resolve(guestPath) : resolve(base, guestPath);
  requireInside(path, roots);
  return path;
}

export function requireInside(path: string, roots: readonly string[]): void {
  const around = roots.filter((root) => isInside(path, root));
  if (around.length === 0) throw denied('The path is outside of the granted roots.');
  if (KERNEL_TREES.some((tree) => isInside(path, tree))) {
    throw denied('The path leads to the kernel, not to a file.');
  }
  if (around.every((root) => isOfTheHost(path.slice(root.length)))) {
    throw denied('The path belongs to the host: its configuration, its lock file or its state.');
  }
}

function isOfTheHost(belowRoot: string): boolean {
  return belowRoot.split(sep).some((name) => OF_THE_HOST.test(name));
}

export function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

async function checkRoot(root: string): Promise<string> {
  const plain = withoutTrailing(root);
  if (!isPlainFolder(root)) throw denied(`The root ${root} is not a plain absolute path.`);
  const real = await realpath(plain).catch(() => undefined);
  if (real === undefined) throw failed(`The root ${root} is not there.`);
  if (real !== plain) throw denied(`The root ${root} is a link. Grant its real path.`);
  return plain;
}

function withoutTrailing(path: string): string {
  return path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path;
}
