import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBoundedFetch } from './bounded-fetch.ts';

const EVENT = `data: ${'x'.repeat(90)}\n\n`;
const ANSWERS: ReadonlyMap<string, { readonly type: string; readonly text: string }> = new Map([
  ['/small', { type: 'application/json', text: '{"ok":true}' }],
  ['/large', { type: 'application/json', text: 'x'.repeat(101) }],
  ['/events', { type: 'text/event-stream', text: EVENT.repeat(50) }],
  ['/event', { type: 'text/event-stream', text: `${EVENT}data: ${'x'.repeat(200)}` }],
  ['/crlf', { type: 'text/event-stream', text: EVENT.replaceAll('\n', '\r\n').repeat(50) }],
]);

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = ANSWERS.get(request.url ?? '');
    response.writeHead(200, { 'content-type': answer?.type ?? 'text/plain' }).end(answer?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('answers of an MCP server over HTTP', () => {
  it.each([
    { path: '/small', then: 'read' },
    { path: '/large', then: 'refused' },
    { path: '/events', then: 'read' },
    { path: '/crlf', then: 'read' },
    { path: '/event', then: 'refused' },
  ])('at $path are $then when a message may have 100 bytes', async ({ path, then }) => {
    const response = await createBoundedFetch(100)(`${url}${path}`);
    const text = await response.text().catch(() => undefined);
    expect(text).toBe(then === 'read' ? ANSWERS.get(path)?.text : undefined);
  });
});
