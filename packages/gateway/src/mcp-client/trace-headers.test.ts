import { describe, expect, it } from 'vitest';
import { withTraceHeaders } from './trace-headers.ts';

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** The headers that a request with this body goes out with. */
async function sentWith(body: unknown) {
  let sent: Headers | undefined;
  const fetch = withTraceHeaders(async (_url, init) => {
    sent = new Headers(init?.headers);
    return new Response();
  });
  await fetch('http://127.0.0.1/', {
    ...{ method: 'POST', headers: { 'mcp-method': 'tools/call' } },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return Object.fromEntries(sent ?? []);
}

const call = (_meta: object, args: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'echo', arguments: args, _meta },
});

describe('the headers of a request to a mounted MCP server (T-8)', () => {
  it('repeat the trace context of its message, and keep what they had', async () => {
    const meta = { traceparent: PARENT, tracestate: 'a=1', baggage: 'who=b' };
    expect(await sentWith(call(meta))).toMatchObject({ 'mcp-method': 'tools/call', ...meta });
  });

  it.each([
    { what: 'no context', body: call({}) },
    { what: 'a context that is none', body: call({ traceparent: 'nonsense\r\nx: y' }) },
    { what: 'one in its arguments alone', body: call({}, { traceparent: PARENT }) },
    { what: 'no body', body: undefined },
    { what: 'no parameters', body: { method: 'x', id: 1, note: '"traceparent"' } },
    { what: 'a list', body: [{ params: { _meta: { traceparent: PARENT } } }] },
  ])('say nothing of traces where a message has $what', async ({ body }) => {
    expect(await sentWith(body)).toEqual({ 'mcp-method': 'tools/call' });
  });

  it('never hold what headers cannot: a state or baggage of more than one line is left out', async () => {
    const sent = await sentWith(
      call({ traceparent: PARENT, tracestate: 'a=1\r\nx: y', baggage: 'ä=\u0001' }),
    );
    expect(sent['traceparent']).toBe(PARENT);
    expect(sent['tracestate']).toBeUndefined();
    expect(sent['baggage']).toBeUndefined();
  });
});
