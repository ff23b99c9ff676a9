import openBody from 'chunk:body';
import openClone from 'chunk:clone';
import openCompression from 'chunk:compression';
import openEvents from 'chunk:events';
import openInspect from 'chunk:inspect';
import openSockets from 'chunk:sockets';
import openStreams from 'chunk:streams';
import openSubtle from 'chunk:subtle';
import openUrlPattern from 'chunk:url-pattern';

/**
 * Parts of the platform that stand in the snapshot as text and are evaluated when they are first used:
 * an isolate that uses none pays for none. Each gets what `core.ts` exports.
 */
const OPENERS = {
  streams: openStreams,
  body: openBody,
  clone: openClone,
  compression: openCompression,
  events: openEvents,
  inspect: openInspect,
  sockets: openSockets,
  subtle: openSubtle,
  'url-pattern': openUrlPattern,
} as const;

type Openers = typeof OPENERS;
export type ChunkName = keyof Openers;
type Opened = { [Name in ChunkName]?: ReturnType<Openers[Name]> };

let core: object = {};
const opened: Opened = {};

/** To be called once, when the prelude is evaluated. */
export function provideCore(exports: object): void {
  core = exports;
}

/** A chunk, evaluated the first time it is asked for. */
export function useChunk<Name extends ChunkName>(name: Name): ReturnType<Openers[Name]> {
  const found = opened[name];
  if (found !== undefined) return found as ReturnType<Openers[Name]>;
  const made = OPENERS[name](core) as ReturnType<Openers[Name]>;
  opened[name] = made as Opened[Name];
  return made;
}

/** A chunk if it was opened before: where it was not, no value is of its classes. */
export function useOpenChunk<Name extends ChunkName>(
  name: Name,
): ReturnType<Openers[Name]> | undefined {
  return opened[name] as ReturnType<Openers[Name]> | undefined;
}
