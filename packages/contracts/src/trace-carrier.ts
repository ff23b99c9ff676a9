/**
 * Where something belongs in a trace, in the words of W3C Trace Context and Baggage, which are those of
 * HTTP headers and of MCP's `_meta` too. Plain text, so that it crosses to other processes.
 */
export interface TraceCarrier {
  readonly traceparent: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}
