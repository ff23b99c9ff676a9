import {
  FROM_GUEST,
  GUEST_FAULTS,
  type GuestFault,
  LOG_LEVELS,
  type LogLevel,
  takeFields,
  wholeNumber,
} from '../wire/frame.ts';

/** One thing a guest says. Its JSON and its texts stay as they are: only the host reads them. */
export type GuestFrame =
  | { readonly kind: 'progress'; readonly seq: number; readonly json: string }
  /** `fields` are not looked at: the host reads them. */
  | { readonly kind: 'returned' | 'text'; readonly seq: number; readonly fields: string }
  | {
      readonly kind: 'faulted';
      readonly seq: number;
      readonly fault: GuestFault;
      readonly json: string;
    }
  | {
      readonly kind: 'ask';
      readonly seq: number;
      readonly fields: string;
      readonly jsonChars: number;
    }
  | { readonly kind: 'log'; readonly seq: number; readonly level: LogLevel; readonly json: string }
  | { readonly kind: 'timer'; readonly id: number; readonly ms: number }
  | { readonly kind: 'untimer'; readonly id: number }
  | { readonly kind: 'registered' | 'unregistered'; readonly json: string };

/** Undefined for a line that the prelude would not write. */
export function readGuestFrame(line: string): GuestFrame | undefined {
  const tab = line.indexOf('\t');
  const kind = line.slice(0, tab);
  const rest = line.slice(tab + 1);
  switch (kind) {
    case FROM_GUEST.returned:
    case FROM_GUEST.text:
      return readResult(kind, rest);
    case FROM_GUEST.progress:
      return readProgress(rest);
    case FROM_GUEST.faulted:
      return readFaulted(rest);
    case FROM_GUEST.ask:
      return readAsk(rest);
    case FROM_GUEST.log:
      return readLog(rest);
    case FROM_GUEST.timer:
      return readTimer(rest);
    case FROM_GUEST.untimer: {
      const id = wholeNumber(rest);
      return id === undefined ? undefined : { kind, id };
    }
    case FROM_GUEST.registered:
    case FROM_GUEST.unregistered:
      return { kind, json: rest };
    default:
      return undefined;
  }
}

function readResult(kind: 'returned' | 'text', rest: string): GuestFrame | undefined {
  const tab = rest.indexOf('\t');
  const seq = wholeNumber(rest.slice(0, tab));
  return seq === undefined || tab < 0 ? undefined : { kind, seq, fields: rest.slice(tab + 1) };
}

function readProgress(rest: string): GuestFrame | undefined {
  const [first, json] = takeFields(rest, 1) ?? [];
  const seq = wholeNumber(first);
  return seq === undefined || json === undefined ? undefined : { kind: 'progress', seq, json };
}

function readFaulted(rest: string): GuestFrame | undefined {
  const [first, second, json] = takeFields(rest, 2) ?? [];
  const seq = wholeNumber(first);
  const fault = GUEST_FAULTS.find((known) => known === second);
  if (seq === undefined || fault === undefined || json === undefined) return undefined;
  return { kind: 'faulted', seq, fault, json };
}

function readAsk(rest: string): GuestFrame | undefined {
  const [first, second, , json] = takeFields(rest, 3) ?? [];
  const seq = wholeNumber(first);
  if (seq === undefined || wholeNumber(second) === undefined || json === undefined)
    return undefined;
  return { kind: 'ask', seq, fields: rest, jsonChars: json.length };
}

function readLog(rest: string): GuestFrame | undefined {
  const [first, second, json] = takeFields(rest, 2) ?? [];
  const seq = wholeNumber(first);
  const level = LOG_LEVELS.find((known) => known === second);
  if (seq === undefined || level === undefined || json === undefined) return undefined;
  return { kind: 'log', seq, level, json };
}

function readTimer(rest: string): GuestFrame | undefined {
  const [first, second] = takeFields(rest, 1) ?? [];
  const id = wholeNumber(first);
  const ms = Number(second);
  return id === undefined || !(ms >= 0) ? undefined : { kind: 'timer', id, ms };
}
