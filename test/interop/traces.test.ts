import type { Client } from '@modelcontextprotocol/client';
import { type Gateway, mountMcpServers, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import { type Attributes, context, metrics, propagation, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectHttp } from './connect-client.ts';
import { createInteropHost } from './interop-host.ts';

const NOTES = `export default (api) => {
  api.registerTool({ name: 'remember', description: 'Remembers', capabilities: { storage: {} },
    parameters: { type: 'object', properties: { text: { type: 'string' }, password: { type: 'string' } } },
    async execute(id, { text }, ctx) { await ctx.storage.set('note', text); return { content: [{ type: 'text', text: 'remembered' }] }; } });
};`;

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

const exporter = new InMemorySpanExporter();
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({
  exporter: measured,
  exportIntervalMillis: 3_600_000,
});
let far: Host;
let farGateway: Gateway;
let host: Host;
let gateway: Gateway;
let client: Client;

beforeAll(async () => {
  far = await createInteropHost();
  farGateway = await startGateway(far, { token: 'f'.repeat(43), mcpAuthentication: 'none' });
  host = await createHost({
    config: { agents: { main: {} }, telemetry: { arguments: true } },
    extensions: [{ id: 'notes', source: NOTES, grants: { storage: { quotaBytes: 1_000 } } }],
    reducers: [{ toolName: 'remember', reduce: (result) => result }],
    tools: [
      {
        name: 'inside',
        description: 'Has a span of its own',
        schema: { type: 'object' },
        execute: () => {
          trace.getTracer('program').startSpan('its own').end();
          return { ok: true, value: 'done' };
        },
      },
    ],
  });
  const url = farGateway.mcpUrl('main');
  await mountMcpServers(host, [{ name: 'far', enabled: true, path: 'mcp_servers.far', url }]);
  gateway = await startGateway(host, { token: 't'.repeat(43) });
  client = await connectHttp(gateway, { revision: '2026-07-28' });
});

afterAll(async () => {
  await client.close();
  await gateway.close();
  await host.close();
  await farGateway.close();
  await far.close();
});

/** Registered for these tests alone: other files share the process. */
const withProviders = () => {
  beforeAll(() => {
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  });
  afterAll(() => {
    for (const each of [trace, context, propagation, metrics]) each.disable();
  });
  beforeEach(() => exporter.reset());
};

const spans = () => exporter.getFinishedSpans();
const spanNamed = (name: string, at = 0): ReadableSpan => {
  const found = spans().filter((span) => span.name === name)[at];
  if (found === undefined) {
    throw new Error(`no span "${name}" among ${spans().map((each) => each.name)}`);
  }
  return found;
};
const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId;
const idOf = (span: ReadableSpan) => span.spanContext().spanId;

describe('a host in a program without a provider (T-8)', () => {
  it('tells nothing and answers as ever', async () => {
    const result = await client.callTool({ name: 'remember', arguments: { text: 'a' } });
    expect(result.content).toMatchObject([{ text: 'remembered' }]);
    expect(host.telemetry.isActive).toBe(false);
    expect(spans()).toEqual([]);
  });
});

describe('a host in a program with an OpenTelemetry provider (T-8)', () => {
  withProviders();

  it('goes on with the trace of an MCP client, step by step, down to a capability', async () => {
    const result = await client.callTool({
      name: 'remember',
      arguments: { text: 'a', password: 'hunter2' },
      _meta: { traceparent: PARENT, tracestate: 'acme=1' },
    });
    expect(result.content).toMatchObject([{ text: 'remembered' }]);
    const request = spanNamed('tools/call remember');
    expect(request.spanContext().traceId).toBe(TRACE_ID);
    expect(request.parentSpanContext).toMatchObject({ spanId: '00f067aa0ba902b7', isRemote: true });
    expect(request.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'remember',
      'gen_ai.operation.name': 'execute_tool',
    });
    const call = spanNamed('execute_tool remember');
    expect(parentOf(call)).toBe(idOf(request));
    expect(call.attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'remember',
      'gen_ai.agent.id': 'main',
      'mortise.extension.id': 'notes',
      'mortise.call.status': 'ok',
      'gen_ai.tool.call.arguments': '{"text":"a","password":"[redacted]"}',
    });
    const crossing = spanNamed('mortise.crossing');
    expect(parentOf(crossing)).toBe(idOf(call));
    expect(parentOf(spanNamed('mortise.decision'))).toBe(idOf(call));
    expect(parentOf(spanNamed('mortise.reducer'))).toBe(idOf(call));
    expect(parentOf(spanNamed('mortise.queue'))).toBe(idOf(crossing));
    expect(parentOf(spanNamed('mortise.capability storage.set'))).toBe(idOf(crossing));
    expect(new Set(spans().map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE_ID]));
  });

  it('hands its trace and baggage on to a mounted MCP server', async () => {
    await client.callTool({
      name: 'mcp__far__echo',
      arguments: { text: 'hello' },
      _meta: { traceparent: PARENT, baggage: 'who=a%20b' },
    });
    const request = spanNamed('tools/call mcp__far__echo');
    const crossing = spanNamed('tools/call mcp__far__echo', 1);
    const [near, away] = request.kind === 1 ? [request, crossing] : [crossing, request];
    expect([near.kind, away.kind]).toEqual([1, 2]);
    const served = spanNamed('tools/call echo');
    expect(parentOf(served)).toBe(idOf(away));
    expect(served.spanContext().traceId).toBe(TRACE_ID);
    expect(parentOf(spanNamed('execute_tool echo'))).toBe(idOf(served));
  });

  it('says what went wrong in the words of the table of codes, and invents no names', async () => {
    const name = `no_${'x'.repeat(300)}`;
    expect(await client.callTool({ name, arguments: {} })).toMatchObject({ isError: true });
    const call = spanNamed('execute_tool');
    expect(call.status).toMatchObject({ code: 2 });
    expect(call.attributes).toMatchObject({ 'error.type': 'not_available' });
    expect(JSON.stringify(spans().map(({ attributes }) => attributes))).not.toContain('xxx');
    expect(spanNamed('tools/call').attributes['error.type']).toBe('tool_error');
  });

  it.each([
    { sent: 'no trace id', traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` },
    { sent: 'no span id', traceparent: `00-${TRACE_ID}-0000000000000000-01` },
    { sent: 'no version', traceparent: `ff-${TRACE_ID}-00f067aa0ba902b7-01` },
    { sent: 'too much', traceparent: `${PARENT}-more` },
    { sent: 'capitals', traceparent: PARENT.toUpperCase() },
    { sent: 'a long text', traceparent: 'x'.repeat(100_000) },
    { sent: 'a number', traceparent: 7 },
  ])('begins a trace of its own where a client sends $sent', async ({ traceparent }) => {
    await client.callTool({
      name: 'inside',
      arguments: {},
      _meta: { traceparent, tracestate: 'a=1', baggage: '=;,%zz=1' },
    });
    expect(spanNamed('tools/call inside').parentSpanContext).toBeUndefined();
  });

  it.each([{ revision: '2025-11-25' }, { revision: '2026-07-28' }] as const)(
    'goes on with the trace in the headers of an MCP request of $revision, unless its _meta has one (T-8)',
    async ({ revision }) => {
      const headers = { traceparent: PARENT, tracestate: 'acme=1' };
      const proxied = await connectHttp(gateway, { revision, headers });
      await proxied.callTool({ name: 'inside', arguments: {} });
      expect(spanNamed('tools/call inside').parentSpanContext).toMatchObject({
        ...{ traceId: TRACE_ID, spanId: '00f067aa0ba902b7' },
      });
      exporter.reset();
      const own = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      await proxied.callTool({ name: 'inside', arguments: {}, _meta: { traceparent: own } });
      expect(spanNamed('tools/call inside').spanContext().traceId).toBe('a'.repeat(32));
      await proxied.close();
    },
  );

  it('follows the trace of a client over HTTP, and hands it on to a server (T-8)', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${gateway.url}/api/agents/main/calls`, {
        method: 'POST',
        headers: {
          ...{ Authorization: `Bearer ${gateway.token}`, 'Content-Type': 'application/json' },
          ...headers,
        },
        body: JSON.stringify({ calls: [{ name: 'mcp__far__echo', args: { text: 'a' } }] }),
      });
    await (await post({ traceparent: PARENT, tracestate: 'a=1' })).text();
    const call = spanNamed('execute_tool mcp__far__echo');
    expect([call.spanContext().traceId, parentOf(call)]).toEqual([TRACE_ID, '00f067aa0ba902b7']);
    // The server behind it is in the same trace: its own call lies inside of ours.
    expect(spanNamed('execute_tool echo').spanContext().traceId).toBe(TRACE_ID);
    exporter.reset();
    await (await post({ traceparent: 'nonsense' })).text();
    expect(spanNamed('execute_tool mcp__far__echo').parentSpanContext).toBeUndefined();
  });

  it("puts spans of the program's own tools inside of its own", async () => {
    await trace.getTracer('program').startActiveSpan('turn', async (turn) => {
      await host
        .agent('main')
        .session('s')
        .execute([{ id: '1\n2', name: 'inside', args: {} }]);
      turn.end();
    });
    const call = spanNamed('execute_tool inside');
    expect(parentOf(call)).toBe(idOf(spanNamed('turn')));
    expect(call.attributes['gen_ai.tool.call.id']).toBe('1\\u{a}2');
    expect(spanNamed('its own').spanContext().traceId).toBe(call.spanContext().traceId);
    expect(parentOf(spanNamed('its own'))).toBe(idOf(call));
  });

  it('measures how long each tool takes', async () => {
    await client.callTool({ name: 'remember', arguments: { text: 'b' } });
    await reader.forceFlush();
    const all = measured
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics: each }) => each));
    const names = all.map(({ descriptor }) => descriptor.name);
    expect(new Set(names)).toEqual(
      new Set([
        'gen_ai.execute_tool.duration',
        'mcp.server.operation.duration',
        'mcp.client.operation.duration',
      ]),
    );
    const points = all
      .filter(({ descriptor }) => descriptor.name === 'gen_ai.execute_tool.duration')
      .flatMap(({ dataPoints }) => dataPoints as readonly { attributes: Attributes }[]);
    const tools = points.map(({ attributes }) => attributes['gen_ai.tool.name']);
    expect(new Set(tools)).toEqual(
      new Set(['remember', 'inside', 'echo', 'mcp__far__echo', undefined]),
    );
  });
});
