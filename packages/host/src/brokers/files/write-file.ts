import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, open, rename, unlink } from 'node:fs/promises';
import { denied, failed } from '../broker-refusal.ts';
import type { DescriptorPaths } from './descriptor-paths.ts';
import { requireForeign, requireInside } from './file-reach.ts';
import { isMissing, type Location } from './locate.ts';
import { type OpenRules, requireRegular } from './open-regular-file.ts';
import { statOpened } from './stat-opened.ts';

const CREATE =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_EXCL |
  constants.O_NOFOLLOW |
  constants.O_NOCTTY;
const PRIVATE = 0o600;

export interface WriteRules extends OpenRules {
  readonly descriptors: DescriptorPaths;
  /** Fails if the name is taken. */
  readonly exclusive: boolean;
}

/**
 * Puts a new file under a name in one step: readers see the old content or the new, never a part.
 * New files are for the owner only; a replaced file keeps its permissions. Answers whether it is new.
 */
export async function writeAtomically(
  location: Location,
  content: Buffer,
  rules: WriteRules,
): Promise<boolean> {
  const target = location.directory.child(location.name);
  const existing = await statIfThere(target);
  if (existing !== undefined) await requireReplaceable(existing, rules);
  const temporary = location.directory.child(
    `.mortise-${randomBytes(12).toString('base64url')}.tmp`,
  );
  try {
    const mode = existing === undefined ? PRIVATE : existing.mode & 0o777;
    await writeTemporary(temporary, { content, mode }, rules);
    // A link fails where the name was taken meanwhile; a rename would replace.
    if (rules.exclusive) await link(temporary, target);
    else await rename(temporary, target);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
  return existing === undefined;
}

const APPEND =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_APPEND |
  constants.O_NOFOLLOW |
  constants.O_NOCTTY;

/** Writes behind what is there. Readers may see a part of it. Answers whether the file is new. */
export async function appendToFile(
  location: Location,
  content: Buffer,
  rules: WriteRules,
): Promise<boolean> {
  const target = location.directory.child(location.name);
  const existing = await statIfThere(target);
  if (existing !== undefined) await requireReplaceable(existing, rules);
  const handle = await open(target, APPEND, PRIVATE);
  try {
    const { stats, path } = await statOpened(handle, target, rules.descriptors);
    requireInside(path, rules.reach);
    await requireReplaceable(stats, { ...rules, exclusive: false });
    await handle.appendFile(content);
  } finally {
    await handle.close();
  }
  return existing === undefined;
}

async function writeTemporary(
  path: string,
  { content, mode }: { readonly content: Buffer; readonly mode: number },
  { descriptors, reach }: WriteRules,
): Promise<void> {
  const handle = await open(path, CREATE, PRIVATE);
  try {
    requireInside(await descriptors.pathOf(handle, path), reach);
    await handle.writeFile(content);
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

async function requireReplaceable(stats: Stats, rules: WriteRules): Promise<void> {
  const { hostFiles } = rules.reach;
  requireForeign((await hostFiles.ownsFile(stats)) || hostFiles.runsFile(stats));
  if (stats.isSymbolicLink()) throw denied('It is a link that leads nowhere inside.');
  requireRegular(stats, rules);
  if (rules.exclusive) throw failed('The file is there already.');
}

export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
