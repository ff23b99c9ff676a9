import { readFileSync } from 'node:fs';
import { isUnder } from './open-paths.ts';

/** Where something is mounted read-only in these folders, and those of them that are themselves. */
export function readOnlyMountsIn(
  folders: readonly string[],
  text: string = readFileSync('/proc/self/mountinfo', 'utf8'),
): readonly string[] {
  const mounts = readMounts(text);
  const within = [...mounts.keys()].filter((place) => folders.some((each) => isUnder(place, each)));
  return [...within, ...folders].filter((path) => isReadOnlyAt(path, mounts));
}

/** By place, whether it is read-only; of several at one place the last is what is seen. */
function readMounts(text: string): ReadonlyMap<string, boolean> {
  const fields = text.split('\n').map((line) => line.split(' '));
  return new Map(
    fields.flatMap(([, , , , place, options]) =>
      place === undefined || options === undefined
        ? []
        : [[readPlace(place), options.split(',').includes('ro')]],
    ),
  );
}

/** Blanks and the like stand there as octal numbers. */
function readPlace(place: string): string {
  return place.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

function isReadOnlyAt(path: string, mounts: ReadonlyMap<string, boolean>): boolean {
  const above = [...mounts.keys()].filter((place) => isUnder(path, place));
  const nearest = above.reduce((best, each) => (each.length > best.length ? each : best), '');
  return mounts.get(nearest) === true;
}
