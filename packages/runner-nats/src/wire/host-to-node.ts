import {
  createReader,
  createWriters,
  type FrameOf,
  type FrameTable,
  type FrameWriters,
} from '@mortise/sandbox';
import { PARCEL } from './parcel-frame.ts';

/** What a host says to a node. A message is one or more frames, `batch` first. */
export const HOST_TO_NODE = {
  /** Rises by one with each message of this host to this node. */
  batch: { number: 'whole' },
  /**
   * Offers a call; answered by `claim` or `pass`. `seq` is new with every offer, `extension` is the key
   * of an `ExtensionSpec`, `body` what `writeCallBody` made of a `RunRequest`.
   */
  call: { seq: 'whole', extension: 'word', allowedMs: 'whole', body: 'json' },
  /**
   * A call that the node has claimed ahead, with the `room` of this `at`: offer and `go` in one. The node runs it, or
   * answers `pass` if its claim is too old by now.
   */
  run: { seq: 'whole', at: 'whole', extension: 'word', allowedMs: 'whole', body: 'json' },
  /** The claim holds: the node may run the call. */
  go: { seq: 'whole' },
  /** The offer is void: the call was given to another node, or has ended. */
  drop: { seq: 'whole' },
  /** A call that runs is to end. */
  cancel: { seq: 'whole' },
  /** To the host call `id`: its value, or a fault. */
  answer: { seq: 'whole', id: 'whole', isOk: 'flag', value: 'json' },
  /** Answers `need`; `spec` is an `ExtensionSpec`. */
  extension: { key: 'word', spec: 'json' },
  /** The host has so many calls on the node. Sent now and then, so that the node sees that it lives. */
  watch: { calls: 'whole' },
  parcel: PARCEL,
} as const satisfies FrameTable;

export type HostFrame = FrameOf<typeof HOST_TO_NODE>;

export const toNode: FrameWriters<typeof HOST_TO_NODE> = createWriters(HOST_TO_NODE);
export const readHostFrame = createReader(HOST_TO_NODE);
