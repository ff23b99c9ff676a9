import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isInside } from './file-reach.ts';

/** A part of a file system, and where it is shown. */
interface Mount {
  readonly device: string;
  /** The folder, or file, of the file system that is shown. */
  readonly root: string;
  readonly point: string;
}

/**
 * Where mounts show these folders or files, and parts of what is in them, in a second place. A file capability knows
 * the folder itself by what it is, but not what lies further in; a jail around a program goes by paths alone.
 */
export function placesByMounts(
  folders: readonly string[],
  mountInfo: string = readMountInfo(),
): readonly string[] {
  const mounts = mountInfo.split('\n').flatMap(readMount);
  return folders.flatMap((folder) => {
    const around = mountOf(folder, mounts);
    if (around === undefined) return [];
    const shown = join(around.root, relative(around.point, folder));
    return mounts
      .filter(({ device }) => device === around.device)
      .flatMap((each) => placeIn(each, shown))
      .filter((place) => !isInside(place, folder));
  });
}

/** Where a mount shows a folder of its file system: the whole of it, or the part that the mount is of. */
function placeIn({ root, point }: Mount, shown: string): readonly string[] {
  if (isInside(root, shown)) return [point];
  return isInside(shown, root) ? [join(point, relative(root, shown))] : [];
}

/** The innermost one around a path; of two at one place the later one is seen. */
function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts
    .filter(({ point }) => isInside(path, point))
    .reduce<Mount | undefined>(
      (best, each) => (each.point.length >= (best?.point.length ?? 0) ? each : best),
      undefined,
    );
}

/** `36 35 98:0 /folder /point rw - ext4 /dev/root rw`; white space in names is written as octal numbers. */
function readMount(line: string): readonly Mount[] {
  const [, , device, root, point] = line
    .split(' ')
    .map((field) =>
      field.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
    );
  return device === undefined || root === undefined || point === undefined
    ? []
    : [{ device, root, point }];
}

/** Other systems than Linux list none. */
function readMountInfo(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}
