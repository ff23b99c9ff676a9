import { isAbsolute, normalize, relative, sep } from 'node:path';
import { formatHostPattern, meetHostPatterns, parseHostPattern } from '../network/host-pattern.ts';
import { meetAddressBlocks } from '../network/meet-address-blocks.ts';

/**
 * What two lists both hold. An undefined limit limits nothing; in a limit `*` stands for whatever is
 * granted. Never the other way round: what is granted is written out.
 */
export type MeetLists = (
  granted: readonly string[],
  limit: readonly string[] | undefined,
) => string[];

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

export const meetRoots: MeetLists = meetBy((one, other) => {
  if (isBelow(one, other)) return one;
  return isBelow(other, one) ? other : undefined;
});

export const meetAddresses: MeetLists = meetBy(meetAddressBlocks);

function meetBy(meet: (one: string, other: string) => string | undefined): MeetLists {
  return (granted, limit) => {
    if (limit === undefined || limit.includes('*')) return [...granted];
    const met = granted.flatMap((one) => limit.map((other) => meet(one, other)));
    return [...new Set(met.filter((each) => each !== undefined))];
  };
}

/** By their text; links are the broker's concern, which takes no root that is one. */
function isBelow(path: string, root: string): boolean {
  if (!isPlainRoot(path) || !isPlainRoot(root)) return false;
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

export function isPlainRoot(path: string): boolean {
  const normal = normalize(path);
  return (
    isAbsolute(path) && !path.includes('\0') && (normal === path || normal === `${path}${sep}`)
  );
}
