import { hasRole, type Principal, speaksFor } from '@mortise/contracts';
import { EVENT_ROLES, type EventLog, type LoggedEvent } from './event-log.ts';

export interface EventStreamParts {
  readonly log: EventLog;
  /** Another for every start of the gateway: numbers of the one before mean nothing to this one. */
  readonly epoch: string;
  /** Told when the reader is gone, once. */
  readonly onEnd?: () => void;
}

export interface EventStreamOptions {
  readonly principal: Principal;
  /** The id of the last event that was seen. */
  readonly lastEventId?: string | undefined;
  readonly signal: AbortSignal;
}

/** A connection without a word in it is closed by proxies, ms. */
const KEEP_ALIVE_MS = 15_000;
/** Of calls that came at once; what a person could not read is counted. */
const MOST_CALLS_AT_ONCE = 256;

/**
 * Events as text/event-stream, from behind the last that was seen. A reader that has missed some is told
 * with `reset` to ask for everything anew.
 */
export function streamEvents(
  { log, epoch, onEnd }: EventStreamParts,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const { principal, signal } = options;
  const encoder = new TextEncoder();
  const resumed = readId(options.lastEventId, epoch);
  let isOver = false;
  const leave = () => {
    if (!isOver) onEnd?.();
    isOver = true;
  };
  signal.addEventListener('abort', leave, { once: true });
  let seen = resumed ?? log.last;
  let opening = `retry: 1000\n\n${eventFrame('hello', `${epoch}.${seen}`, { isResumed: resumed !== undefined })}`;
  const next = (): string => {
    const events = log.after(seen);
    seen = log.last;
    const text = events === undefined ? '' : writeEvents(events.filter(isFor(principal)), epoch);
    const lost = events === undefined ? eventFrame('reset', `${epoch}.${seen}`, {}) : '';
    const told = opening + lost + text;
    opening = '';
    return told;
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (let text = next(); ; text = next()) {
          if (signal.aborted || log.isClosed) {
            leave();
            return controller.close();
          }
          if (text !== '') return controller.enqueue(encoder.encode(text));
          const isQuiet = await waitFor(log.next(), signal);
          if (isQuiet) return controller.enqueue(encoder.encode(': still here\n\n'));
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

/** Says whether nothing happened for so long that the connection needs a sign of life. */
async function waitFor(next: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const over = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => over.resolve(true), KEEP_ALIVE_MS);
  const abort = () => over.resolve(false);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([next.then(() => false), over.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** `undefined` for what is no id of this epoch: then the reader begins with what comes. */
function readId(id: string | undefined, epoch: string): number | undefined {
  const [, of, sequence] = /^(\w{1,40})\.(\d{1,15})$/.exec(id ?? '') ?? [];
  return of === epoch && sequence !== undefined ? Number(sequence) : undefined;
}

function isFor(principal: Principal): (event: LoggedEvent) => boolean {
  return ({ type, agentId }) =>
    hasRole(principal, EVENT_ROLES[type]) &&
    (agentId === undefined
      ? principal.agents === 'all' || type === 'changed'
      : speaksFor(principal, agentId));
}

function writeEvents(events: readonly LoggedEvent[], epoch: string): string {
  const isCall = ({ type }: LoggedEvent) => type === 'call' || type === 'call_started';
  const extra = events.filter(isCall).length - MOST_CALLS_AT_ONCE;
  let left = Math.max(0, extra);
  const kept = events.filter((event) => {
    if (!isCall(event) || left === 0) return true;
    left -= 1;
    return false;
  });
  const skipped = extra > 0 ? eventFrame('skipped', undefined, { calls: extra }) : '';
  return (
    skipped +
    kept.map(({ type, sequence, data }) => eventFrame(type, `${epoch}.${sequence}`, data)).join('')
  );
}

/** JSON has no line breaks of its own, so that an event is one line of data. */
export function eventFrame(event: string, id: string | undefined, data: object): string {
  const named = id === undefined ? '' : `id: ${id}\n`;
  return `${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
