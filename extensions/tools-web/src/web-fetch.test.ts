import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openToolHost, type ToolHost } from '@mortise/extension-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PAGE = `<html><head><title>A page</title></head><body><h1>Head</h1>
<p>Some <b>text</b> and <a href="/next">a link</a>.</p><script>steal()</script></body></html>`;
const LONG = Array.from({ length: 3_000 }, (_, index) => `<p>Paragraph ${index} 😀</p>`).join('');

type Answer = (response: ServerResponse) => void;
const send = (type: string, body: string | Buffer, status = 200): Answer => {
  return (response) => response.writeHead(status, { 'content-type': type }).end(body);
};
const ROUTES = new Map<string, Answer>([
  ['/page', send('text/html; charset=utf-8', PAGE)],
  ['/long', send('text/html', LONG)],
  ['/data.json', send('application/json', '{"a":[1,2]}')],
  [
    '/latin',
    send('text/html; charset=windows-1252', Buffer.from('<p>Gr\xf6\xdfe \x80</p>', 'latin1')),
  ],
  ['/picture', send('image/png', Buffer.from([0x89, 0x50]))],
  ['/empty', send('text/html', '')],
  ['/moved', (response) => response.writeHead(302, { location: '/page' }).end()],
  ['/away', (response) => response.writeHead(302, { location: 'http://127.0.0.2:1/x' }).end()],
  ['/control', send('text/plain', '\u0001'.repeat(100_000))],
]);

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  const answer = ROUTES.get(request.url ?? '') ?? send('text/html', '<p>No such page</p>', 404);
  answer(response);
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('web_fetch in a host (S-6)', () => {
  let tools: ToolHost;
  beforeAll(async () => {
    tools = await openToolHost({
      extension: 'tools-web',
      grants: { network: { allowedHosts: [origin], allowPrivate: ['127.0.0.1/32'] } },
    });
  });
  afterAll(() => tools.host.close());

  async function fetchText(path: string, args: object = {}): Promise<string> {
    const result = await tools.call('web_fetch', { url: `${origin}${path}`, ...args });
    if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
    return result.text;
  }

  it('turns a page into text with whole links', async () => {
    expect(await fetchText('/page')).toBe(
      `[200 OK ${origin}/page]\nTitle: A page\n\nHead\n\nSome text and a link [${origin}/next].`,
    );
    expect(requests).toContain('GET /page');
  });

  it('reads a long page in parts that together are the whole', async () => {
    const whole: string[] = [];
    let start = 0;
    for (let part = 0; part < 20; part += 1) {
      const text = await fetchText('/long', { start, maxChars: 10_001 });
      const [head = '', ...rest] = text.split('\n');
      whole.push(rest.join('\n'));
      const next = /to read on pass start: (\d+)/.exec(head)?.[1];
      if (next === undefined) break;
      start = Number(next);
    }
    const expected = Array.from({ length: 3_000 }, (_, index) => `Paragraph ${index} 😀`).join(
      '\n\n',
    );
    expect(whole.join('')).toBe(expected);
  });

  it.each([
    { path: '/data.json', has: '{"a":[1,2]}' },
    { path: '/latin', has: 'Größe €' },
    { path: '/moved', has: 'Some text' },
    { path: '/empty', has: 'it has no text' },
    { path: '/control', has: 'to read on pass start: 40000' },
  ])('reads $path', async ({ path, has }) => {
    expect(await fetchText(path, { maxChars: 100_000 })).toContain(has);
  });

  it.each([
    { url: '/nope', code: 'execution_failed', says: 'No such page' },
    { url: '/picture', code: 'execution_failed', says: 'image/png; web_fetch reads text only' },
    { url: '/away', code: 'capability_denied', says: '' },
  ])('explains $url', async ({ url, code, says }) => {
    const result = await tools.call('web_fetch', { url: `${origin}${url}` });
    expect(result).toMatchObject({ ok: false, code, message: expect.stringContaining(says) });
  });

  it.each([
    { url: 'http://localhost:1/', code: 'capability_denied' },
    { url: 'http://169.254.169.254/latest/meta-data', code: 'capability_denied' },
    { url: 'https://example.com/', code: 'capability_denied' },
    { url: 'file:///etc/passwd', code: 'input_invalid' },
  ])('refuses $url with $code', async ({ url, code }) => {
    expect(await tools.call('web_fetch', { url })).toMatchObject({ ok: false, code });
  });
});

describe('web_fetch without a grant', () => {
  it('is denied by name and nothing is sent', async () => {
    await using tools = await openToolHost({ extension: 'tools-web' });
    const before = requests.length;
    expect(await tools.call('web_fetch', { url: `${origin}/page` })).toMatchObject({
      code: 'capability_denied',
      message: expect.stringContaining('network is not granted to the extension tools-web'),
    });
    expect(requests).toHaveLength(before);
  });

  it('a granted loopback host is still denied without its address (S-6)', async () => {
    await using tools = await openToolHost({
      extension: 'tools-web',
      grants: { network: { allowedHosts: [origin] } },
    });
    const result = await tools.call('web_fetch', { url: `${origin}/page` });
    expect(result).toMatchObject({ code: 'capability_denied' });
  });

  it('is not there unless an operator names it (F-3)', async () => {
    await using tools = await openToolHost({ extension: 'tools-web', allow: [] });
    expect(await tools.host.agent('main').session('s').definitions()).toEqual([]);
  });
});
