import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type AuditEntry, type GrantOf, textOf } from '@mortise/contracts';
import { createSandbox, type Sandbox } from '@mortise/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { createCapabilityBrokers } from './create-capability-brokers.ts';

const SOURCE = `
const capabilities = { network: { allowedHosts: ['*'], methods: ['*'] }, secrets: ['KEY'] };
const AsyncFunction = (async () => {}).constructor;
export default (api) => api.registerTool({
  name: 'run', description: 'A tool.', parameters: { type: 'object' }, capabilities,
  async execute(id, params, ctx) {
    const result = await new AsyncFunction('ctx', 'origin', params.code)(ctx, params.origin);
    return { content: [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result) }] };
  },
});`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What the server does for a path; what it saw stands in `seen`. */
const seen: string[] = [];
const waiting = new Map<string, ServerResponse>();
let sentBytes = 0;

const ANSWERS: Readonly<Record<string, Answer>> = {
  '/short': (_request, response) => response.end('short'),
  '/events': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: one\n\n');
    waiting.set('events', response);
  },
  '/next': (_request, response) => {
    waiting.get('events')?.write('event: named\nid: 7\ndata: two\n\n');
    response.end();
  },
  '/flood': (request, response) => {
    sentBytes = 0;
    const pump = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x'))) sentBytes += 16_384;
    };
    response.on('drain', pump);
    request.on('close', () => seen.push('flood closed'));
    pump();
  },
  '/echo': (request, response) => {
    request.on('data', (piece: Buffer) => seen.push(`piece ${piece.length}`));
    request.pipe(response);
  },
  '/early': (_request, response) => void response.writeHead(413).end('too much'),
  '/packed': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(300_000, 'é')));
  },
  '/silent': (_request, response) => {
    response.writeHead(200).write('half');
    waiting.set('silent', response);
  },
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000000' });
    response.write('a'.repeat(100_000), () => response.destroy());
  },
  '/secret': (request, response) => {
    const value = request.headers.authorization ?? '';
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write(`a ${value.slice(0, 12)}`);
    setImmediate(() => setTimeout(() => response.end(`${value.slice(12)} b`), 20));
  },
  '/moved': (_request, response) => void response.writeHead(307, { location: '/echo' }).end(),
};

const http = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  (ANSWERS[request.url ?? ''] ?? ((_q, r) => void r.writeHead(404).end()))(request, response);
});
const sockets = new WebSocketServer({
  noServer: true,
  handleProtocols: ([first]) => first ?? false,
});
http.on('upgrade', (request, socket, head) => {
  if (request.url === '/refused') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  sockets.handleUpgrade(request, socket, head, (client) => {
    client.send('welcome');
    client.on('message', (data, isBinary) => {
      if (String(data) === 'flood')
        for (let n = 0; n < 2_000; n += 1) client.send('x'.repeat(1_000));
      else if (String(data) === 'bye') client.close(4_001, 'as asked');
      else client.send(isBinary ? data : `you said ${String(data)}`);
    });
    client.on('close', (code) => seen.push(`socket closed ${code}`));
  });
});

const entries: AuditEntry[] = [];
const quiet = () => undefined;
let sandbox: Sandbox;
let origin = '';

beforeAll(async () => {
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo;
  origin = `http://api.test:${port}`;
  sandbox = createSandbox({
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    now: Date.now,
    audit: { record: (entry) => entries.push(entry) },
    brokers: createCapabilityBrokers({
      secrets: { read: async () => 'planted-secret-value' },
      network: { resolver: { resolve: async () => ['127.0.0.1'] } },
    }),
  });
  const network: GrantOf<'network'> = {
    allowedHosts: [origin, `ws://api.test:${port}`],
    ...{ methods: ['GET', 'POST', 'PUT'], allowPrivate: ['127.0.0.1'], timeoutMs: 5_000 },
  };
  const secrets = [{ name: 'KEY', hosts: [origin], places: ['header', 'body'] as const }];
  const small = { ...network, maxResponseBytes: 200_000, maxRequestBytes: 100_000, timeoutMs: 150 };
  for (const [id, grant] of [
    ['wide', { ...network, maxResponseBytes: 8_000_000, maxRequestBytes: 8_000_000 }],
    ['small', small],
    ['plain', { ...network, allowedHosts: [origin] }],
  ] as const) {
    const loaded = await sandbox.load({ id, source: SOURCE, grants: { network: grant, secrets } });
    if (loaded.status === 'failed') throw new Error(loaded.message);
  }
});
afterAll(async () => {
  await sandbox.close({ drainMs: 0 });
  sockets.close();
  http.closeAllConnections();
  await new Promise((done) => http.close(done));
});

async function run(code: string, extensionId = 'wide', timeoutMs = 10_000): Promise<string> {
  const caller = { agentId: 'a', sessionKey: 's', workerScope: 'shared', turnCount: 1 } as const;
  const outcome = await sandbox.run(
    {
      ...{ callId: 'c', extensionId, toolName: 'run', mode: 'run', timeoutMs, caller },
      args: { code, origin },
    },
    { signal: new AbortController().signal, onProgress: quiet },
  );
  return outcome.status === 'ok' ? textOf(outcome.content) : `${outcome.code}: ${outcome.message}`;
}

describe('a response that comes piece by piece (S-2, S-6)', () => {
  it('is there with its head, before its end, and goes on when it is read', async () => {
    const code = `const r = await fetch(origin + '/events'); const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
      const one = (await reader.read()).value; await fetch(origin + '/next'); const two = (await reader.read()).value; await reader.cancel(); return [r.status, one, two]`;
    expect(await run(code)).toBe(
      JSON.stringify([200, 'data: one\n\n', 'event: named\nid: 7\ndata: two\n\n']),
    );
  });

  it('is read from the server only as fast as the guest reads it', async () => {
    const code = `const r = await fetch(origin + '/flood'); const reader = r.body.getReader(); await reader.read(); await ctx.sleep(100); await reader.cancel(); return 'read'`;
    expect(await run(code)).toBe('read');
    expect(sentBytes).toBeLessThan(6_000_000);
    await expect.poll(() => seen).toContain('flood closed');
  });

  it('ends at the size that is granted, decoded', async () => {
    expect(await run(`return (await (await fetch(origin + '/packed')).bytes()).length`)).toBe(
      '300000',
    );
    expect(
      await run(`return (await (await fetch(origin + '/packed')).bytes()).length`, 'small'),
    ).toBe('capability_failed: The response is larger than 200000 bytes.');
    const flood = `const r = await fetch(origin + '/flood'); let n = 0; for await (const c of r.body) n += c.length; return n`;
    expect(await run(flood, 'small')).toMatch(/^capability_failed: The response is larger/);
  });

  it('fails where it stops for longer than a request may take, and where it is cut off', async () => {
    const silent = `const r = await fetch(origin + '/silent'); return await r.text()`;
    expect(await run(silent, 'small')).toBe('capability_failed: Nothing came for 150 ms.');
    const cut = `const r = await fetch(origin + '/cut'); return await r.text()`;
    expect(await run(cut)).toMatch(
      /^capability_failed: The request to http:\/\/api\.test:\d+ failed/,
    );
  });

  it('gives no secret away that is cut in two by a piece', async () => {
    const code = `const key = await ctx.secrets.get('KEY'); const r = await fetch(origin + '/secret', { headers: { authorization: key } }); return await r.text()`;
    expect(await run(code)).toBe('a [redacted] b');
  });

  it('is ended by an abort, by its call and by nothing else', async () => {
    const aborted = `const c = new AbortController(); const r = await fetch(origin + '/silent', { signal: c.signal }); const reading = r.text().catch((e) => e.name); c.abort(); return await reading`;
    expect(await run(aborted)).toBe('AbortError');
    await expect.poll(() => waiting.get('silent')?.destroyed).toBe(true);
    expect(await run(`await fetch(origin + '/silent'); return 'left open'`)).toBe('left open');
    await expect.poll(() => waiting.get('silent')?.destroyed).toBe(true);
  });

  it('is recorded once, whatever it takes to read it', async () => {
    entries.length = 0;
    await run(`const r = await fetch(origin + '/packed'); return (await r.bytes()).length`);
    expect(entries.map(({ action, decision }) => `${action} ${decision}`)).toEqual([
      'network.fetch allowed',
    ]);
  });

  it('of no call can be read by another', async () => {
    const code = `return await ctx.fetch('x:').catch(() => 'none')`;
    expect(await run(code)).toBe('none');
    const forged = `const r = await fetch(origin + '/silent'); globalThis.kept = r; return 'kept'`;
    expect(await run(forged)).toBe('kept');
    const later = `return await Promise.race([globalThis.kept.text().then(() => 'read', (e) => e.message), ctx.sleep(50).then(() => 'never settles')])`;
    expect(await run(later)).toBe('never settles');
  });
});

describe('a request whose body comes piece by piece (S-2, S-6)', () => {
  const SENDING = `const pieces = (n, size) => new ReadableStream({ i: 0, pull(c) { if (this.i++ < n) c.enqueue(new Uint8Array(size).fill(97)); else c.close(); } });`;

  it('is sent while it is made, and its response may come at the same time', async () => {
    seen.length = 0;
    const code = `${SENDING} const r = await fetch(origin + '/echo', { method: 'POST', body: pieces(4, 70_000), duplex: 'half' }); return (await r.text()).length`;
    expect(await run(code)).toBe('280000');
    expect(seen.filter((each) => each.startsWith('piece')).length).toBeGreaterThan(2);
  });

  it('has a size that is granted', async () => {
    const code = `${SENDING} return await fetch(origin + '/echo', { method: 'POST', body: pieces(4, 70_000) }).then((r) => r.text()).catch((e) => e.message)`;
    expect(await run(code, 'small')).toBe('The request body is larger than 100000 bytes.');
  });

  it('stops when the server has answered', async () => {
    const code = `${SENDING} let made = 0; const endless = new ReadableStream({ async pull(c) { made += 1; await ctx.sleep(1); c.enqueue(new Uint8Array(1_000)); } }); const r = await fetch(origin + '/early', { method: 'POST', body: endless }); return [r.status, await r.text()]`;
    expect(await run(code)).toBe('[413,"too much"]');
  });

  it('fails with what its source threw', async () => {
    const code = `const broken = new ReadableStream({ pull(c) { throw new RangeError('from the source'); } }); return await fetch(origin + '/echo', { method: 'POST', body: broken }).catch((e) => e.message)`;
    expect(await run(code)).toBe('from the source');
  });

  it('has its placeholders filled in, cut in two or not', async () => {
    const code = `const key = await ctx.secrets.get('KEY'); const text = 'x'.repeat(100) + key + 'y'.repeat(100); const bytes = new TextEncoder().encode(text);
      const body = ReadableStream.from([bytes.slice(0, 110), bytes.slice(110, 120), bytes.slice(120)]); const r = await fetch(origin + '/echo', { method: 'POST', body }); return (await r.text()).length`;
    // The server sent the value back, and the guest saw what stands for it.
    expect(await run(code)).toBe(String(200 + '[redacted]'.length));
  });

  it('is not sent to where a redirect leads', async () => {
    const code = `${SENDING} return await fetch(origin + '/moved', { method: 'POST', body: pieces(1, 10) }).catch((e) => e.message)`;
    expect(await run(code)).toMatch(/^The server redirected a request whose body came as a stream/);
  });

  it('a form and a file arrive as they are', async () => {
    const code = `const f = new FormData(); f.append('a', '1'); f.append('f', new File([new Uint8Array([0, 255])], 'x.bin')); const r = await fetch(origin + '/echo', { method: 'POST', body: f }); return (await r.bytes()).length > 200`;
    expect(await run(code)).toBe('true');
  });
});

describe('EventSource in a guest (S-2, S-6)', () => {
  it('tells events as they come, with their names and ids', async () => {
    const code = `const source = new EventSource(origin + '/events'); const got = [];
      const done = new Promise((finish) => { source.onmessage = (e) => { got.push(e.data); fetch(origin + '/next'); }; source.addEventListener('named', (e) => { got.push(e.data, e.lastEventId); finish(); }); });
      await done; source.close(); return [...got, source.readyState]`;
    expect(await run(code)).toBe('["one","two","7",2]');
  });

  it('is closed with its call', async () => {
    expect(
      await run(`new EventSource(origin + '/events'); await ctx.sleep(30); return 'left'`),
    ).toBe('left');
    await expect.poll(() => waiting.get('events')?.destroyed).toBe(true);
  });
});

describe('WebSocket in a guest (S-2, S-6)', () => {
  const OPEN = `const url = origin.replace('http', 'ws') + '/socket'; const open = (...more) => new Promise((done, no) => { const s = new WebSocket(url, ...more); s.onopen = () => done(s); s.onerror = (e) => no(e.error ?? new Error(e.message)); }); const next = (s) => new Promise((done) => s.addEventListener('message', (e) => done(e.data), { once: true }));`;

  it('sends and receives, texts and bytes, in order', async () => {
    const code = `${OPEN} const s = await open(['v2', 'v1']); const hello = await next(s); s.binaryType = 'arraybuffer'; s.send('a'); s.send(new Uint8Array([1, 2])); const a = await next(s); const b = await next(s);
      return [s.protocol, s.readyState, hello, a, [...new Uint8Array(b)], s.url.endsWith('/socket')]`;
    expect(await run(code)).toBe('["v2",1,"welcome","you said a",[1,2],true]');
  });

  it('has every message heard by code that awaits one after the other, however many came at once', async () => {
    const code = `${OPEN} const s = await open(); await next(s); s.send('flood'); let n = 0; while (n < 2_000) { await next(s); n += 1; } return n`;
    expect(await run(code)).toBe('2000');
  });

  it('closes from either side with code and reason', async () => {
    const code = `${OPEN} const s = await open(); s.send('bye'); const e = await new Promise((done) => { s.onclose = done }); return [e.code, e.reason, e.wasClean, s.readyState]`;
    expect(await run(code)).toBe('[4001,"as asked",true,3]');
    seen.length = 0;
    expect(
      await run(
        `${OPEN} const s = await open(); s.close(4_002, 'mine'); await new Promise((done) => { s.onclose = done }); return s.readyState`,
      ),
    ).toBe('3');
    await expect.poll(() => seen).toContain('socket closed 4002');
  });

  it('ends with its call', async () => {
    seen.length = 0;
    expect(await run(`${OPEN} await open(); return 'left open'`)).toBe('left open');
    await expect.poll(() => seen).toContain('socket closed 1006');
  });

  it('holds back a server that sends more than is read', async () => {
    const code = `${OPEN} const s = await open(); await next(s); let n = 0; const all = new Promise((done) => { s.onmessage = () => { if (++n === 2_000) done(); }; }); s.send('flood'); await all; return n`;
    expect(await run(code)).toBe('2000');
  });

  it.each([
    {
      what: 'a host that is granted for requests only',
      extension: 'plain',
      then: /is not granted\.$/,
    },
    { what: 'a server that opens none', path: '/refused', then: /did not open a WebSocket\.$/ },
    {
      what: 'a host that is not granted',
      host: 'ws://other.test',
      then: /^ws:\/\/other\.test is not granted\.$/,
    },
  ])('fails for $what', async ({ extension, path = '/socket', host, then }) => {
    const url = host === undefined ? `origin.replace('http', 'ws') + '${path}'` : `'${host}'`;
    const code = `return await new Promise((done) => { const s = new WebSocket(${url}); s.onerror = (e) => done(e.message); })`;
    expect(await run(code, extension ?? 'wide')).toMatch(then);
  });
});
