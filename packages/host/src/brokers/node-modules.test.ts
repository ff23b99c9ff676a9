import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { createHost } from '../assembly/create-host.ts';
import type { Host } from '../assembly/host.ts';
import { type CountingServer, openCountingServer } from './testing/counting-server.ts';

/** Each is a tool; what it gives is its text. */
const BODIES = {
  keep: `fs.mkdirSync('/state/notes', { recursive: true });
    fs.writeFileSync('/state/notes/a.txt', 'one');
    fs.appendFileSync('/state/notes/a.txt', ' two');
    await fs.promises.rename('/state/notes/a.txt', '/state/notes/b.txt');
    return [fs.readFileSync('/state/notes/b.txt', 'utf8'), fs.readdirSync(os.homedir()).join(), fs.existsSync('/state/notes/a.txt'), fs.statSync('notes/b.txt').size]`,
  recall: `return fs.existsSync('/state/notes/b.txt') ? fs.readFileSync('/state/notes/b.txt', 'utf8') : 'nothing'`,
  early: `return fs.readFileSync('/state/early.txt', 'utf8')`,
  missing: `try { fs.readFileSync('/state/none'); } catch (error) { return [error.code, error.syscall, error.path] }`,
  outside: `return fs.readFileSync('/etc/hostname', 'utf8')`,
  climb: `return fs.readFileSync('/state/../etc/hostname', 'utf8')`,
  descriptors: `const fd = fs.openSync('/state/d', 'w+'); fs.writeSync(fd, 'hello'); fs.closeSync(fd);
    const again = fs.openSync('/state/d', 'r'); const bytes = Buffer.alloc(3); fs.readSync(again, bytes, 0, 3, 1); fs.closeSync(again);
    fs.rmSync('/state/d'); return [bytes.toString(), fs.existsSync('/state/d')]`,
  streams: `await pipeline(Readable.from(['a', 'b']), fs.createWriteStream('/state/s'));
    const read = []; for await (const chunk of fs.createReadStream('/state/s', 'utf8')) read.push(chunk); return read.join()`,
  clear: `fs.mkdirSync('/state/x/y', { recursive: true }); fs.writeFileSync('/state/x/y/z', ''); fs.rmSync('/state/x', { recursive: true }); return fs.existsSync('/state/x')`,
  full: `fs.writeFileSync('/state/large', 'x'.repeat(700_000)); return 'written'`,
  echo: `return child.execFileSync('printf', ['%s', 'x y']).toString()`,
  line: `return (await promisify(child.exec)('printf "a b"')).stdout`,
  shell: `return (await promisify(child.exec)('printf a | cat')).stdout`,
  fails: `try { child.execSync('false'); } catch (error) { return error.status }`,
  spawned: `const made = child.spawn('cat'); made.stdin.end('in'); let out = ''; for await (const chunk of made.stdout) out += chunk; return out`,
  request: `return await new Promise((done, fail) => { const sent = http.request(params.url, { method: 'POST' }, (answer) => { let text = ''; answer.on('data', (d) => { text += d; }).on('end', () => done(answer.statusCode + text)); }); sent.on('error', fail); sent.end(params.body); })`,
  undici: `const { statusCode, body } = await undici.request(params.url, { method: 'POST', body: params.body }); return statusCode + await body.text()`,
  pooled: `const pool = new undici.Pool(params.url); const passed = pool.compose((dispatch) => (options, handler) => dispatch({ ...options, body: options.body + '!' }, handler));
    const { headers, body } = await passed.request({ path: '/', method: 'POST', body: params.body, headers: ['x-a', 'b'] }); let text = ''; for await (const chunk of body) text += chunk; await pool.close(); return [text, typeof headers['content-length'] !== 'object']`,
  elsewhere: `return await new undici.Client(params.origin).request({ path: params.path, method: 'POST', body: 'hi' }).then(({ body }) => body.text(), (error) => error.code + ': ' + error.message)`,
  socket: `const agent = new undici.Agent({ connect: { socketPath: '/var/run/docker.sock' } });
    const ways = [() => undici.request(params.url, { dispatcher: agent }), () => undici.fetch(params.url, { dispatcher: agent }), () => fetch(params.url, { dispatcher: agent }),
      () => new undici.Client(params.url, { socketPath: '/s' }).request({ path: '/' }), () => new undici.RetryAgent(agent.compose((next) => next)).request({ origin: params.url, path: '/' })];
    return (await Promise.all(ways.map((way) => way().then(() => 'sent', (error) => error.message)))).join('|')`,
  connected: `const connect = undici.buildConnector({ timeout: 1, allowH2: true }); const dispatcher = new undici.Agent({ connect: (options, done) => connect(options, done) });
    const sent = await (await fetch(params.url, { method: 'POST', body: params.body, dispatcher })).text(); const alone = await new Promise((done) => connect({}, (error) => done(error.message)));
    try { undici.buildConnector({ socketPath: '/s' }); } catch (error) { return [sent, alone, error.message].join('|'); }`,
  retried: `const { body } = await new undici.RetryAgent(new undici.Client(params.url)).request({ path: '/', method: 'POST', body: params.body }); return body.text()`,
  spoken: `return [fs.writeSync(1, 'one line\\n'), fs.writeSync(2, Buffer.from('another'))]`,
  talked: `const socket = new WebSocket(params.url); const said = []; socket.on('message', (data, isBinary) => said.push(isBinary ? [...data] : data.toString()));
    const closed = new Promise((done) => socket.on('close', (code, reason) => done([code, reason.toString()])));
    await new Promise((done, no) => { socket.onopen = done; socket.on('error', no); }); socket.send('hi', () => said.push('sent')); socket.send(Buffer.from([1, 2]));
    socket.addEventListener('message', ({ data }) => { if (typeof data !== 'string') socket.send('bye'); }); const ponged = new Promise((done) => socket.on('pong', done)); socket.ping(); await ponged;
    return JSON.stringify([WebSocket.OPEN, socket instanceof WebSocket.WebSocket, await closed, said, socket.readyState])`,
  authorized: `new WebSocket(params.url, { headers: { authorization: 'x' } })`,
  twice: `const one = await (await fetch(params.url, { method: 'POST', body: params.body })).text(); await new Promise((done) => setTimeout(done, 5)); return one + await (await fetch(params.url, { method: 'POST', body: params.body })).text()`,
} as const;

const SOURCE = `
import fs from 'node:fs';
import os from 'node:os';
import http from 'node:http';
import undici from 'undici';
import WebSocket from 'ws';
import * as child from 'node:child_process';
import { promisify } from 'node:util';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
const capabilities = { fs_reach: { state: true }, process: { allowedBinaries: ['*'] }, network: { allowedHosts: ['*'], methods: ['POST'] } };
const bodies = { ${Object.entries(BODIES)
  .map(([name, body]) => `${name}: async (params) => { ${body} }`)
  .join(',\n')} };
export default (api) => {
  fs.mkdirSync('/state/made', { recursive: true });
  fs.writeFileSync('/state/early.txt', 'from the registration');
  for (const [name, body] of Object.entries(bodies)) api.registerTool({
    name, description: name, parameters: { type: 'object' }, capabilities,
    execute: async (id, params) => ({ content: [{ type: 'text', text: String(await body(params)) }] }),
  });
};`;

describe('modules of Node over the brokers of a host (S-1, S-2, S-6)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-node-'));
  let host: Host;
  let server: CountingServer;
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const socketUrl = () => `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`;

  const open = () =>
    createHost({
      stateDir: join(folder, 'state'),
      config: { agents: { main: {}, other: {} } },
      extensions: [
        {
          id: 'files',
          source: SOURCE,
          grants: {
            fs_reach: { state: true, stateBytes: 500_000 },
            process: { allowedBinaries: ['printf', 'cat', 'false'] },
            network: {
              allowedHosts: [`http://127.0.0.1:${server.port}`, socketUrl()],
              methods: ['POST'],
              allowPrivate: ['127.0.0.1'],
            },
          },
        },
      ],
    });
  const call = async (name: keyof typeof BODIES, args = {}, agent = 'main') => {
    const session = host.agent(agent).session('s');
    const [result] = await session.execute([{ id: name, name, args }]);
    return result?.ok === true ? result.text : `${result?.code}: ${result?.message}`;
  };

  beforeAll(async () => {
    sockets.on('connection', (client) => {
      client.on('message', (data, isBinary) => {
        if (String(data) === 'bye') client.close(4_001, 'as asked');
        else client.send(data, { binary: isBinary });
      });
    });
    server = await openCountingServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      response.end(text.toUpperCase());
    });
    host = await open();
  });
  afterAll(async () => {
    await host.close();
    await server[Symbol.asyncDispose]();
    sockets.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['keep', 'one two,early.txt,made,notes,tmp,false,7'],
    ['early', 'from the registration'],
    ['missing', 'ENOENT,open,/state/none'],
    ['descriptors', 'ell,false'],
    ['streams', 'ab'],
    ['clear', 'false'],
    ['echo', 'x y'],
    ['line', 'a b'],
    ['fails', '1'],
    ['spawned', 'in'],
  ] as const)('%s gives %s', async (name, then) => {
    expect(await call(name)).toBe(then);
  });

  it.each([
    ['outside', /^capability_denied: EACCES: permission denied, open '\/etc\/hostname'/],
    ['climb', /^capability_denied: EACCES: permission denied, open '\/etc\/hostname'/],
    ['full', /ENOSPC: no space left on device, open '\/state\/large'/],
    ['shell', /^capability_denied: spawn sh EACCES/],
  ] as const)('%s is refused with what is missing', async (name, then) => {
    expect(await call(name)).toMatch(then);
  });

  it('keep the files of one agent from the others, and for the next host (M-9)', async () => {
    await call('keep');
    expect(await call('recall', {}, 'other')).toBe('nothing');
    await host.close();
    host = await open();
    expect(await call('recall')).toBe('one two');
  });

  it('request through the network grant', async () => {
    const url = `http://127.0.0.1:${server.port}/`;
    expect(await call('request', { url, body: 'hi' })).toBe('200HI');
    const refused = await call('request', { url: 'http://127.0.0.1:1/', body: 'hi' });
    expect(refused).toMatch(/^capability_denied: http:\/\/127\.0\.0\.1:1 is not granted/);
  });

  it('request through it with the package undici, too, which opens no socket here', async () => {
    const url = `http://127.0.0.1:${server.port}`;
    expect(await call('undici', { url, body: 'hi' })).toBe('200HI');
    expect(await call('pooled', { url, body: 'hi' })).toBe('HI!,true');
    const refused = await call('undici', { url: 'http://127.0.0.1:1/', body: 'hi' });
    expect(refused).toMatch(/^capability_denied: http:\/\/127\.0\.0\.1:1 is not granted/);
  });

  it('request with undici nothing but the origin of a client, whatever the path says', async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    for (const path of ['http://127.0.0.1:1/a', '@127.0.0.1:1/', 'a', ''])
      expect(await call('elsewhere', { origin, path })).toMatch(/^UND_ERR_INVALID_ARG: path must/);
    const other = { origin: 'http://127.0.0.1:1', path: `//127.0.0.1:${server.port}/` };
    expect(await call('elsewhere', other)).toMatch(/127\.0\.0\.1:1 is not granted/);
    expect(await call('elsewhere', { origin, path: '//127.0.0.1:1/x?y' })).toBe('HI');
  });

  it('say that a socket of the machine is out of reach rather than request elsewhere', async () => {
    const url = `http://127.0.0.1:${server.port}`;
    const message = 'A socket of the machine is out of reach of a sandbox: socketPath';
    expect(await call('socket', { url })).toBe(Array.from({ length: 5 }, () => message).join('|'));
    expect(await call('retried', { url, body: 'hi' })).toBe('HI');
  });

  it('take a connector that undici builds for an agent, which connects to nothing by itself', async () => {
    const url = `http://127.0.0.1:${server.port}`;
    expect(await call('connected', { url, body: 'hi' })).toBe(
      'HI|connections are made by the host|A socket of the machine is out of reach of a sandbox: socketPath',
    );
  });

  it('talk with the package ws through the grant, and say that they send no headers', async () => {
    const url = socketUrl();
    const said = ['sent', 'hi', [1, 2]];
    expect(JSON.parse(await call('talked', { url }))).toEqual([
      ...[1, true, [4_001, 'as asked'], said, 3],
    ]);
    expect(await call('talked', { url: 'ws://127.0.0.1:1' })).toMatch(/ws:\/\/127\.0\.0\.1:1/);
    expect(await call('authorized', { url })).toMatch(/headers of a WebSocket \(authorization\)/);
  });

  it('write to the outlets of a process into the log', async () => {
    expect(await call('spoken')).toBe('9,7');
  });

  it('fetch for the call that they run in, however many run side by side', async () => {
    const url = `http://127.0.0.1:${server.port}/`;
    const bodies = Array.from({ length: 12 }, (_, index) => `n${index}-`);
    const session = host.agent('main').session('many');
    const results = await session.execute(
      bodies.map((body) => ({ id: body, name: 'twice', args: { url, body } })),
    );
    expect(results.map((result) => (result.ok ? result.text : result.message))).toEqual(
      bodies.map((body) => body.toUpperCase().repeat(2)),
    );
  });

  it('leave nothing behind when the extension is removed', async () => {
    await call('keep');
    const files = join(folder, 'state', 'files');
    expect(readdirSync(files)).toHaveLength(1);
    await host.extensions.uninstall('files');
    expect(existsSync(files) ? readdirSync(files) : []).toEqual([]);
  });
});
