import type { TraceCarrier } from '@mortise/contracts';
import type { OtelApi, OtelContext, OtelSpanContext } from './otel-api.ts';

/** As W3C Trace Context writes it; what a later version appends is not read. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;
/** What W3C asks receivers to take at least; what is longer is left out, not cut. */
const MOST_STATE_CHARS = 512;
const MOST_BAGGAGE_CHARS = 8_192;
const MOST_BAGGAGE_ENTRIES = 64;

/**
 * Takes trace context out of headers or of `_meta`, from any sender: what is not text, too long or no
 * trace context is as good as not there.
 */
export function readCarrier(raw: unknown): TraceCarrier | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { traceparent, tracestate, baggage } = raw as { readonly [name: string]: unknown };
  if (typeof traceparent !== 'string' || parseTraceparent(traceparent) === undefined)
    return undefined;
  return {
    traceparent,
    ...(isShortText(tracestate, MOST_STATE_CHARS) ? { tracestate } : {}),
    ...(isShortText(baggage, MOST_BAGGAGE_CHARS) ? { baggage } : {}),
  };
}

/** The context that lies inside of what a carrier names. */
export function contextOf(api: OtelApi, carrier: TraceCarrier): OtelContext {
  const parent = parseTraceparent(carrier.traceparent);
  const active = api.context.active();
  if (parent === undefined) return active;
  const traceState =
    carrier.tracestate === undefined
      ? {}
      : { traceState: api.createTraceState(carrier.tracestate) };
  const inside = api.trace.setSpanContext(active, { ...parent, ...traceState, isRemote: true });
  const entries = readBaggage(carrier.baggage);
  if (entries === undefined) return inside;
  return api.propagation.setBaggage(inside, api.propagation.createBaggage(entries));
}

/** What is handed on of a context, so that its receiver lies inside of it. */
export function carrierOf(api: OtelApi, span: OtelSpanContext, context: OtelContext): TraceCarrier {
  const flags = (span.traceFlags & 0xff).toString(16).padStart(2, '0');
  const tracestate = span.traceState?.serialize() ?? '';
  const baggage = writeBaggage(api, context);
  return {
    traceparent: `00-${span.traceId}-${span.spanId}-${flags}`,
    ...(tracestate === '' ? {} : { tracestate }),
    ...(baggage === '' ? {} : { baggage }),
  };
}

function parseTraceparent(text: string): OtelSpanContext | undefined {
  if (text.length > MOST_STATE_CHARS) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(text) ?? [];
  if (version === undefined || (version === '00' && rest !== undefined)) return undefined;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}

function readBaggage(text: string | undefined): Record<string, { value: string }> | undefined {
  if (text === undefined) return undefined;
  const entries = text
    .split(',')
    .slice(0, MOST_BAGGAGE_ENTRIES)
    .flatMap((member): [string, { value: string }][] => {
      const [pair = ''] = member.split(';');
      const at = pair.indexOf('=');
      const key = decode(pair.slice(0, Math.max(0, at)).trim());
      const value = decode(pair.slice(at + 1).trim());
      return key === undefined || key === '' || value === undefined ? [] : [[key, { value }]];
    });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function writeBaggage(api: OtelApi, context: OtelContext): string {
  const entries = api.propagation.getBaggage(context)?.getAllEntries() ?? [];
  let written = '';
  for (const [key, { value }] of entries.slice(0, MOST_BAGGAGE_ENTRIES)) {
    const next = `${written}${written === '' ? '' : ','}${encode(key)}=${encode(value)}`;
    if (next.length > MOST_BAGGAGE_CHARS) return written;
    written = next;
  }
  return written;
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isShortText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= most;
}
