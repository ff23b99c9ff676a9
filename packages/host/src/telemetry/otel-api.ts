/**
 * The part of `@opentelemetry/api` that is used here, by its shape: the package is an optional peer, and
 * declarations that import it would not compile in programs without it.
 */
export interface OtelApi {
  readonly trace: {
    getTracer(name: string, version?: string): OtelTracer;
    setSpan(context: OtelContext, span: OtelSpan): OtelContext;
    setSpanContext(context: OtelContext, spanContext: OtelSpanContext): OtelContext;
    getSpanContext(context: OtelContext): OtelSpanContext | undefined;
  };
  readonly context: {
    active(): OtelContext;
    with<Result>(context: OtelContext, work: () => Result): Result;
  };
  readonly propagation: {
    getBaggage(context: OtelContext): OtelBaggage | undefined;
    setBaggage(context: OtelContext, baggage: OtelBaggage): OtelContext;
    createBaggage(entries: Record<string, { readonly value: string }>): OtelBaggage;
  };
  readonly metrics: {
    getMeterProvider(): OtelMeterProvider;
  };
  createTraceState(written: string): OtelTraceState;
}

export interface OtelContext {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): OtelContext;
  deleteValue(key: symbol): OtelContext;
}

export interface OtelTraceState {
  set(key: string, value: string): OtelTraceState;
  unset(key: string): OtelTraceState;
  get(key: string): string | undefined;
  serialize(): string;
}

export interface OtelSpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote?: boolean | undefined;
  readonly traceState?: OtelTraceState | undefined;
}

export type OtelAttributes = Record<string, string | number | boolean>;

export interface OtelSpan {
  spanContext(): OtelSpanContext;
  setAttributes(attributes: OtelAttributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  isRecording(): boolean;
  end(): void;
}

export interface OtelTracer {
  startSpan(
    name: string,
    options: {
      kind: number;
      attributes: OtelAttributes;
      links?: { context: OtelSpanContext }[];
    },
    context: OtelContext,
  ): OtelSpan;
}

export interface OtelMeterProvider {
  getMeter(
    name: string,
    version?: string,
  ): {
    createHistogram(
      name: string,
      options: {
        unit: string;
        description: string;
        advice: { explicitBucketBoundaries: number[] };
      },
    ): OtelHistogram;
  };
}

export interface OtelHistogram {
  record(value: number, attributes: OtelAttributes): void;
}

interface OtelBaggage {
  getAllEntries(): [string, { value: string }][];
}

/** Numbers of the specification. */
export const SPAN_KIND = { internal: 0, server: 1, client: 2 } as const;
export const STATUS_ERROR = 2;
