import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveFetch, recordedFetch } from './recorded-fetch.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-recorded-'));
const file = join(folder, 'answers.json');
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/plain').end(`${request.method} ${request.url}`);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/now`;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await new Promise((done) => server.close(done));
});

describe('answers of a real service', () => {
  const request = () => ({ url, method: 'GET', headers: { authorization: 'Bearer secret' } });

  it('are asked for once, kept without credentials, and replayed', async () => {
    const recorded = await recordedFetch(file, { isRecording: true })(request());
    expect(recorded).toMatchObject({ status: 200, body: 'GET /now' });
    expect(readFileSync(file, 'utf8')).not.toContain('secret');
    expect(await recordedFetch(file)(request())).toEqual(recorded);
    expect(() => recordedFetch(file)({ ...request(), method: 'PUT' })).toThrow('record it first');
  });

  it('are replaced when they are recorded anew, in a folder that need not be there', async () => {
    const fixture = join(folder, 'fixtures/answers.json');
    const answering = (body: string) => async () => new Response(body);
    for (const body of ['old', 'new'])
      await recordedFetch(fixture, { isRecording: true, fetch: answering(body) })(request());
    expect(await recordedFetch(fixture)(request())).toMatchObject({ body: 'new' });
  });

  it('that were never recorded say how they are', () => {
    const none = join(folder, 'none.json');
    expect(() => recordedFetch(none)).toThrow(
      `There is no recording at ${none}: run this test once with { isRecording: true }`,
    );
  });

  it('come as they are from a server that the test runs', async () => {
    const { body, headers } = await liveFetch()(request());
    expect([body, headers]).toEqual(['GET /now', { 'content-type': 'text/plain' }]);
  });
});
