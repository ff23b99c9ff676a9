import { isAbsolute, normalize, relative, sep } from 'node:path';
import { formatHostPattern, meetHostPatterns, parseHostPattern } from './host-pattern.ts';

/**
 * What of a granted list a request leaves. `*` in a request asks for whatever is granted. Never the
 * other way round: what is granted is written out.
 */
export type MeetLists = (granted: readonly string[], asked: readonly string[]) => readonly string[];

export const meetNames: MeetLists = meetBy((one, other) => (one === other ? one : undefined));

export const meetMethods: MeetLists = meetBy((one, other) =>
  one.toUpperCase() === other.toUpperCase() ? one.toUpperCase() : undefined,
);

export const meetHosts: MeetLists = meetBy((one, other) => {
  const [first, second] = [parseHostPattern(one), parseHostPattern(other)];
  if (first === undefined || second === undefined) return undefined;
  const met = meetHostPatterns(first, second);
  return met === undefined ? undefined : formatHostPattern(met);
});

export const meetFolders: MeetLists = meetBy((one, other) => {
  if (isBelow(one, other)) return one;
  return isBelow(other, one) ? other : undefined;
});

/** The smaller of two bounds, of which either may be left out. */
export function meetBounds(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

function meetBy(meet: (one: string, other: string) => string | undefined): MeetLists {
  return (granted, asked) => {
    if (asked.includes('*')) return [...granted];
    const met = granted.flatMap((one) => asked.map((other) => meet(one, other)));
    return [...new Set(met.filter((each) => each !== undefined))];
  };
}

/** By their text; links are the broker's concern, which takes no folder that is one. */
function isBelow(path: string, folder: string): boolean {
  if (!isPlainFolder(path) || !isPlainFolder(folder)) return false;
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Absolute and without detours, so that its text says where it is. */
export function isPlainFolder(path: string): boolean {
  const normal = normalize(path);
  return (
    isAbsolute(path) && !path.includes('\0') && (normal === path || normal === `${path}${sep}`)
  );
}
