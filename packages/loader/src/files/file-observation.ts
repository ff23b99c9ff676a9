/**
 * One thing that was looked at on the disk while a package was read or bundled, and what was seen:
 * `is`: whether there is a file; `read`: the SHA-256 of its contents, or nothing if it could not be
 * read; `link`: where a path leads.
 */
export type FileObservation = readonly [kind: ObservationKind, path: string, seen: string];

export type ObservationKind = 'is' | 'read' | 'link';
