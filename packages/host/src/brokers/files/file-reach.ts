import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';
import type { CapabilityRefusal } from '@mortise/contracts';
import { isPlainFolder } from '@mortise/contracts';
import { denied, failed } from '../broker-refusal.ts';
import { type HostFiles, NO_HOST_FILES } from './host-files.ts';

const LONGEST_PATH = 4_096;
/** Not files but the kernel, the host's own memory included; no root opens them. */
const KERNEL_TREES = ['/proc', '/sys', '/dev'];
/**
 * What a host calls its files by default, and what it makes where the system has temporary files: those of another
 * host are out of reach as well.
 */
const OF_A_HOST =
  /^(?:\.mortise|mortise\.lock|mortise\.config\..*|mortise-(?:files|run|servers)-[a-z0-9]{6})$/i;
/**
 * What version control keeps beside the files. Its settings name programs that it runs: who writes
 * them decides what the next `git status` does, of this host or of a person.
 */
const OF_VERSION_CONTROL = /^(?:\.git|git~\d+|\.hg|\.jj|\.svn)$/i;

/** Installed packages: the host, its extensions and other programs run what lies there. */
const OF_PACKAGES = /^node_modules$/i;

/** The roots that serve one operation, and the directory that relative paths start from. */
export interface FileReach {
  readonly roots: readonly string[];
  readonly base: string;
  readonly hostFiles: HostFiles;
  readonly isForWriting: boolean;
}

export type ReachOptions = Partial<Pick<FileReach, 'hostFiles' | 'isForWriting'>>;

/**
 * Refuses roots that are links: a root asked for by a stranger inside a granted one could be a link
 * that leads out of it. The operator grants real paths.
 */
export async function openReach(
  roots: readonly string[],
  base: string | undefined,
  { hostFiles = NO_HOST_FILES, isForWriting = false }: ReachOptions = {},
): Promise<FileReach> {
  if (base === undefined || roots.length === 0) throw denied('No root is granted for this.');
  const real = await Promise.all(roots.map(checkRoot));
  return { roots: real, base: withoutTrailing(base), hostFiles, isForWriting };
}

/** The absolute path a guest means, inside a root by its text. Nothing on the disk was touched. */
export function interpretPath(guestPath: string, reach: FileReach): string {
  if (guestPath.includes('\0')) throw failed('A path has no NUL.');
  if (Buffer.byteLength(guestPath) > LONGEST_PATH) throw failed('The path is too long.');
  if (guestPath.split(/[/\\]/).includes('..')) throw denied('A path may not contain "..".');
  const path = isAbsolute(guestPath) ? resolve(guestPath) : resolve(reach.base, guestPath);
  requireInside(path, reach);
  return path;
}

export function requireInside(path: string, reach: FileReach): void {
  const refusal = refusalFor(path, reach);
  if (refusal !== undefined) throw refusal;
}

/** Why a real path is out of reach, if it is. */
export function refusalFor(path: string, reach: FileReach): CapabilityRefusal | undefined {
  const around = reach.roots.filter((root) => isInside(path, root));
  if (around.length === 0) return denied('The path is outside of the granted roots.');
  if (KERNEL_TREES.some((tree) => isInside(path, tree))) {
    return denied('The path leads to the kernel, not to a file.');
  }
  const isBelow = (names: RegExp) =>
    around.every((root) => hasName(path.slice(root.length), names));
  if (reach.hostFiles.owns(path) || isBelow(OF_A_HOST)) {
    return denied(
      'The path belongs to the host: its configuration, its lock file, its state or an extension.',
    );
  }
  return reach.isForWriting ? refusalToWrite(path, reach, isBelow) : undefined;
}

/** What may be read and is run by others: who writes it decides what they do. */
function refusalToWrite(
  path: string,
  { hostFiles }: FileReach,
  isBelow: (names: RegExp) => boolean,
): CapabilityRefusal | undefined {
  if (hostFiles.runs(path)) {
    return denied('The path is a program that the host runs for an extension.');
  }
  if (isBelow(OF_VERSION_CONTROL)) {
    return denied(
      'The path belongs to version control, which runs programs that are named there. Grant that folder by itself to write in it.',
    );
  }
  if (isBelow(OF_PACKAGES)) {
    return denied(
      'The path belongs to installed packages, which the host and others run. Grant that folder by itself to write in it.',
    );
  }
  return undefined;
}

/** Known by what it is, not by its path: the path was found to be inside before. */
export function requireForeign(isOfHost: boolean): void {
  if (isOfHost) throw denied('It belongs to the host, under a second name.');
}

function hasName(belowRoot: string, names: RegExp): boolean {
  return belowRoot.split(sep).some((name) => names.test(name));
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
