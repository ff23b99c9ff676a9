import {
  createReader,
  createWriters,
  type FrameOf,
  type FrameTable,
  type FrameWriters,
} from '@mortise/sandbox';

/** Raised with every change of a frame that the other side would misread. */
export const PROTOCOL = 2;

/** What sides say to all of the other: each message is one frame. */
export const PRESENCE = {
  /** A node is there. `load` counts the calls of all hosts, `jail` says what holds its processes. */
  beat: {
    protocol: 'whole',
    weight: 'whole',
    load: 'whole',
    isDraining: 'flag',
    jail: ['on', 'off', 'unknown'],
    pid: 'whole',
  },
  /** A host looks for nodes. */
  hello: { protocol: 'whole' },
} as const satisfies FrameTable;

export type PresenceFrame = FrameOf<typeof PRESENCE>;
export type Beat = Extract<PresenceFrame, { readonly kind: 'beat' }>;

export const presence: FrameWriters<typeof PRESENCE> = createWriters(PRESENCE);
export const readPresence = createReader(PRESENCE);
