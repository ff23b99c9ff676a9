import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonValue } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { outcomeOf, valueOfReply } from '../testing/broker-bench.ts';
import { openPair } from '../testing/fetch-pair.ts';

describe('fetch and redirects (S-6)', () => {
  const ANSWERS = (request: IncomingMessage, response: ServerResponse) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://x');
    const to = searchParams.get('to');
    if (to === null) {
      const { method, headers } = request;
      const { authorization, cookie, 'x-plain': plain } = headers;
      response.end(JSON.stringify({ method, authorization, cookie, plain }));
      return;
    }
    response.writeHead(Number(searchParams.get('status') ?? 302), { location: to }).end();
  };
  const HEADERS = { Authorization: 'Bearer 1', Cookie: 'a=1', 'X-Plain': '1' };
  const textOf = (value: JsonValue) => JSON.parse((value as { body: string }).body);

  it('keeps headers within an origin', async () => {
    await using pair = await openPair(ANSWERS);
    const value = valueOfReply(await pair.fetch({ path: '/?to=/end', init: { headers: HEADERS } }));
    expect(value).toMatchObject({ redirected: true });
    expect(textOf(value)).toEqual({
      method: 'GET',
      authorization: 'Bearer 1',
      cookie: 'a=1',
      plain: '1',
    });
  });

  it('drops credentials on the way to another origin', async () => {
    await using pair = await openPair(ANSWERS);
    const path = `/?to=http://two.test:${pair.server.port}/`;
    const value = valueOfReply(await pair.fetch({ path, init: { headers: HEADERS } }));
    expect(textOf(value)).toEqual({ method: 'GET', plain: '1' });
  });

  it('refuses a hop to a host that is not granted', async () => {
    await using pair = await openPair(ANSWERS);
    const path = `/?to=http://three.test:${pair.server.port}/`;
    expect(await outcomeOf(pair.fetch({ path }))).toMatch(/^denied: http:\/\/three.test/);
    expect(pair.server.connections()).toBe(1);
  });

  it('turns a redirected POST into GET, which must be granted too', async () => {
    await using pair = await openPair(ANSWERS);
    const asked = { path: '/?to=/end', init: { method: 'POST', body: 'x' } };
    const both = await pair.fetch({ ...asked, grant: { methods: ['POST', 'GET'] } });
    expect(textOf(valueOfReply(both))).toMatchObject({ method: 'GET' });
    const one = pair.fetch({ ...asked, grant: { methods: ['POST'] } });
    expect(await outcomeOf(one)).toBe('denied: The method GET is not granted.');
  });

  it('keeps a POST for 307', async () => {
    await using pair = await openPair(ANSWERS);
    const init = { method: 'POST', body: 'x' };
    const grant = { methods: ['POST'] };
    const reply = await pair.fetch({ path: '/?status=307&to=/end', init, grant });
    expect(textOf(valueOfReply(reply))).toMatchObject({ method: 'POST' });
  });

  it('follows five and not six', async () => {
    await using pair = await openPair((request, response) => {
      const left = Number((request.url ?? '').slice(1));
      if (left === 0) response.end();
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await outcomeOf(pair.fetch({ path: '/5' }))).toBe('ok');
    expect(await outcomeOf(pair.fetch({ path: '/6' }))).toBe('failed: More than 5 redirects.');
  });

  it('hands the redirect over, or fails, where the request says so', async () => {
    await using pair = await openPair(ANSWERS);
    const manual = await pair.fetch({ path: '/?to=/end', init: { redirect: 'manual' } });
    expect(valueOfReply(manual)).toMatchObject({ status: 302, redirected: false });
    const error = pair.fetch({ path: '/?to=/end', init: { redirect: 'error' } });
    expect(await outcomeOf(error)).toMatch(/^failed: The server redirected/);
  });
});
