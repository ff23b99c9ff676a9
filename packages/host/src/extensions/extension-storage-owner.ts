import { isAbsolute, relative, resolve, sep } from 'node:path';
import { storageOwner } from '@mortise/contracts';
import type { LockedExtension } from '@mortise/loader';
import { INLINE, locateSource } from './locate-source.ts';
import { isSameOrigin } from './same-origin.ts';

/** Where sources are named from, and where the stored values lie. */
export interface StorageBase {
  readonly baseDir: string;
  /** A path is kept as it is seen from here: it moves with a project, and tells two projects apart. */
  readonly storageDir?: string;
}

/**
 * Who owns what an extension stores: its id together with the place its code comes from, or came from
 * before an operator approved an update from another place. Another extension of the same id has
 * another source, so it is another owner.
 */
export function extensionStorageOwner(
  { id, origin }: { readonly id: string; readonly origin: string },
  locked: LockedExtension | undefined,
  base: StorageBase,
): string {
  return storageOwner(id, sourceKey(storagePlace(locked, origin), base));
}

/** The place whose stored values it has. */
export function storagePlace<Origin extends string | undefined>(
  locked: LockedExtension | undefined,
  origin: Origin,
): string | Origin {
  return locked?.storageSource ?? locked?.source ?? origin;
}

/** One name for every spelling of a source. */
export function sourceKey(source: string, { baseDir, storageDir = baseDir }: StorageBase): string {
  if (source === INLINE) return INLINE;
  const located = locateSource(source, baseDir);
  if (located.kind === 'package') return `package:${located.name}`;
  if (!('path' in located)) return source;
  const seen = relative(resolve(storageDir), located.path).split(sep).join('/');
  return isAbsolute(seen) ? `path:${seen}` : `path:./${seen}`;
}

/**
 * What a new entry of the lock file says of the source that owns the stored values. An approved
 * update keeps them, wherever it comes from; an installation keeps them only if it is from the same place.
 */
export function carriedStorage(
  before: LockedExtension | undefined,
  next: { readonly origin: string; readonly isApproval: boolean },
  baseDir: string,
): Pick<LockedExtension, 'storageSource'> {
  if (before === undefined) return {};
  const { origin, isApproval } = next;
  const isSame = before.source !== undefined && isSameOrigin(before.source, origin, baseDir);
  const owned = before.storageSource ?? before.source;
  const isKept = (isSame || isApproval) && owned !== undefined;
  return isKept && !isSameOrigin(owned, origin, baseDir) ? { storageSource: owned } : {};
}

/** What of a host says that an extension is installed. */
export interface InstalledFacts {
  readonly locked: readonly (readonly [id: string, entry: LockedExtension])[];
  /** Of those that are loaded. */
  readonly owners: readonly string[];
  /** Of those that are configured or loaded, switched off or not. */
  readonly sources: readonly string[];
  readonly ids: readonly string[];
}

/** Whether an owner is installed. In doubt it is: an id that is switched off is in no list, its source is. */
export function installedOwners(
  { locked, owners, sources, ids }: InstalledFacts,
  base: StorageBase,
): (owner: string) => boolean {
  const known = new Set([
    ...owners,
    ...locked.map(([id, entry]) => extensionStorageOwner({ id, origin: INLINE }, entry, base)),
    // Of the time before owners had sources.
    ...[...ids, ...locked.map(([id]) => id)].map((id) => storageOwner(id)),
  ]);
  const places = new Set(
    sources.filter((source) => source !== INLINE).map((source) => sourceKey(source, base)),
  );
  return (owner) => known.has(owner) || places.has(sourceOf(owner) ?? '');
}

/** The id in the name of an owner, also of one without a source. */
export function ownerId(owner: string): string | undefined {
  const parts: unknown = JSON.parse(owner);
  const id: unknown = Array.isArray(parts) ? parts[0] : parts;
  return typeof id === 'string' ? id : undefined;
}

/** Whether an owner is of this place, whatever its id. */
export function isOfPlace(place: string, base: StorageBase): (owner: string) => boolean {
  const key = sourceKey(place, base);
  return (owner) => sourceOf(owner) === key;
}

function sourceOf(owner: string): string | undefined {
  const parts: unknown = JSON.parse(owner);
  return Array.isArray(parts) && typeof parts[1] === 'string' ? parts[1] : undefined;
}
