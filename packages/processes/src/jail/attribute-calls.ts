import type { SystemCall } from './system-calls.ts';

/** Where the arguments of a call say which file it is of. */
export interface CallTarget {
  /** A descriptor: the file itself, or with `path` the folder that the path starts from. */
  readonly descriptor?: number;
  readonly path?: number;
  /** `AT_…` flags. */
  readonly flags?: number;
  /** A link at the end of the path is meant itself. */
  readonly isLink?: boolean;
}

/** What a call changes, and where the arguments say to what. */
export type AttributeChange =
  | { readonly kind: 'mode'; readonly mode: number }
  | { readonly kind: 'owner'; readonly user: number; readonly group: number }
  | { readonly kind: 'dates'; readonly times: number; readonly form: DateForm }
  | { readonly kind: 'set'; readonly name: number; readonly value: number }
  | { readonly kind: 'remove'; readonly name: number };

/** How two dates stand in memory: with nanoseconds, with microseconds, or without either. */
export type DateForm = 'timespec' | 'timeval' | 'seconds';

export interface AttributeCall {
  readonly target: CallTarget;
  readonly change: AttributeChange;
}

const PATH = { path: 0 } as const;
const LINK = { path: 0, isLink: true } as const;
const DESCRIPTOR = { descriptor: 0 } as const;
const IN_FOLDER = { descriptor: 0, path: 1 } as const;

const OWNER = { kind: 'owner', user: 1, group: 2 } as const;
const SET = { kind: 'set', name: 1, value: 2 } as const;
const REMOVE = { kind: 'remove', name: 1 } as const;
const dates = (times: number, form: DateForm) => ({ kind: 'dates', times, form }) as const;
const mode = (at: number) => ({ kind: 'mode', mode: at }) as const;

/** Calls that change modes, owners, dates and attributes; numbers are places of arguments. */
export const ATTRIBUTE_CALLS = {
  chmod: { target: PATH, change: mode(1) },
  fchmod: { target: DESCRIPTOR, change: mode(1) },
  fchmodat: { target: IN_FOLDER, change: mode(2) },
  fchmodat2: { target: { ...IN_FOLDER, flags: 3 }, change: mode(2) },
  chown: { target: PATH, change: OWNER },
  lchown: { target: LINK, change: OWNER },
  fchown: { target: DESCRIPTOR, change: OWNER },
  fchownat: { target: { ...IN_FOLDER, flags: 4 }, change: { kind: 'owner', user: 2, group: 3 } },
  utime: { target: PATH, change: dates(1, 'seconds') },
  utimes: { target: PATH, change: dates(1, 'timeval') },
  futimesat: { target: IN_FOLDER, change: dates(2, 'timeval') },
  utimensat: { target: { ...IN_FOLDER, flags: 3 }, change: dates(2, 'timespec') },
  setxattr: { target: PATH, change: SET },
  lsetxattr: { target: LINK, change: SET },
  fsetxattr: { target: DESCRIPTOR, change: SET },
  removexattr: { target: PATH, change: REMOVE },
  lremovexattr: { target: LINK, change: REMOVE },
  fremovexattr: { target: DESCRIPTOR, change: REMOVE },
} as const satisfies { readonly [Call in SystemCall]?: AttributeCall };
