import { describe, expect, it } from 'vitest';
import { loadExtension } from '../../load-extension.ts';
import { openRealSandbox } from '../../testing/real-sandbox.ts';

/** Expressions over a Node module; each must give here, in an isolate, what it gives in Node. */
const PURE: readonly (readonly [module: string, expression: string])[] = [
  ['path', "m.join('/a', '..', 'b', './c.txt')"],
  [
    'path',
    "[m.basename('/a/b.txt', '.txt'), m.extname('x.tar.gz'), m.relative('/a/b', '/a/c'), m.resolve('/a', '../b')]",
  ],
  ['path', "m.posix.parse('/home/u/f.txt')"],
  ['url', "m.fileURLToPath('file:///a/b%20c')"],
  ['url', "m.pathToFileURL('/a/b c').href"],
  ['url', "m.urlToHttpOptions(new URL('https://a.test:8/b?c=d')).path"],
  ['url', "new m.URL('../x?y=1', 'https://a.test/b/c').href"],
  ['util', "m.format('%s=%d %j', 'a', 1, { b: 2 })"],
  ['util', "m.inspect({ a: [1, { b: 'c' }] })"],
  ['util', 'm.promisify((x, done) => done(null, x + 1))(1)'],
  [
    'util',
    "[m.types.isDate(new Date()), m.types.isRegExp('x'), m.types.isPromise(Promise.resolve())]",
  ],
  ['util', "m.stripVTControlCharacters('\\u001b[31mred\\u001b[0m')"],
  [
    'events',
    "(() => { const seen = []; const e = new m.EventEmitter(); e.on('x', (v) => seen.push(v)); e.once('x', (v) => seen.push(-v)); e.emit('x', 1); e.emit('x', 2); return [seen, e.listenerCount('x')]; })()",
  ],
  [
    'events',
    "(async () => { const e = new m.EventEmitter(); queueMicrotask(() => e.emit('go', 7)); return m.once(e, 'go'); })()",
  ],
  ['buffer', "m.Buffer.from('h\\u00e9llo \\u{1f600}').toString('base64')"],
  [
    'buffer',
    "m.Buffer.concat([m.Buffer.from([1, 2]), m.Buffer.from('ff', 'hex')]).toString('hex')",
  ],
  [
    'buffer',
    "[m.Buffer.from('-_8', 'base64url').toString('hex'), m.Buffer.from([251, 255]).toString('base64url')]",
  ],
  ['buffer', "m.Buffer.alloc(8).writeDoubleBE(1.5) + m.Buffer.byteLength('\\u00e9')"],
  [
    'buffer',
    "[m.Buffer.from('h\u00e9').latin1Slice(0, 2), m.Buffer.from('abc').utf8Slice(1), m.Buffer.from([255]).hexSlice(), (() => { const b = m.Buffer.alloc(4); b.utf8Write('xy', 1); return b.hexSlice(); })()]",
  ],
  ['querystring', "[m.parse('a=1&b=2&a=3'), m.stringify({ x: ['1', '2'], y: 'z w' })]"],
  [
    'string_decoder',
    "(() => { const d = new m.StringDecoder('utf8'); return d.write(Uint8Array.from([0xe2, 0x82])) + d.write(Uint8Array.from([0xac])) + d.end(); })()",
  ],
  [
    'zlib',
    "(() => { class Counted extends m.Inflate { count = 0; push(chunk, ...rest) { if (chunk) this.count += chunk.length; return super.push(chunk, ...rest); } } const made = new Counted(); return new Promise((done) => { made.on('end', () => done([made.count, made instanceof m.Inflate])).resume(); made.end(m.deflateSync('abc')); }); })()",
  ],
  [
    'zlib',
    "(() => { function Old() { m.Inflate.call(this); this.size = 0; } Object.setPrototypeOf(Old.prototype, m.Inflate.prototype); const made = new Old(); return new Promise((done) => { made.on('data', (chunk) => { made.size += chunk.length; }).on('end', () => done(made.size)); made.end(m.deflateSync('abc')); }); })()",
  ],
  [
    'vm',
    "[m.runInNewContext('a + 1', { a: 1 }), new m.Script('this.b = a; typeof Array').runInContext(m.createContext({ a: 2 }))]",
  ],
  ['timers/promises', "m.setTimeout(1, 'later')"],
  [
    'assert',
    '(() => { try { m.deepStrictEqual({ a: 1 }, { a: 2 }); } catch (e) { return e.code; } })()',
  ],
  [
    'assert',
    "(() => { try { m(false, 'boom'); } catch (e) { return [e.name, e.message, e.code, e.generatedMessage]; } })()",
  ],
  [
    'assert',
    "(() => { const e = new TypeError('own'); try { m.strictEqual(1, 2, e); } catch (thrown) { return thrown === e; } })()",
  ],
  [
    'assert',
    "[() => m.deepStrictEqual(new Map([[1, { a: 1 }]]), new Map([[1, { a: 2 }]])), () => m.deepStrictEqual(new Set([1]), new Set([2])), () => m.deepEqual({ a: '1' }, { a: 1 }), () => m.deepStrictEqual({ a: '1' }, { a: 1 }), () => m.strict.equal('1', 1), () => m.throws(() => {}), () => m.throws(() => { throw new Error('x'); }, /y/), () => m.match('abc', /b/), () => m.rejects, () => m.ifError(null)].map((run) => { try { run(); return 'holds'; } catch { return 'fails'; } })",
  ],
  [
    'assert/strict',
    "[() => m.equal('1', 1), () => m.deepEqual({ a: '1' }, { a: 1 }), () => m.equal(1, 1)].map((run) => { try { run(); return 'holds'; } catch { return 'fails'; } })",
  ],
  [
    'util',
    '[m.isDeepStrictEqual(new Map([[1, 2]]), new Map([[1, 3]])), m.isDeepStrictEqual([new Date(1)], [new Date(1)]), m.isDeepStrictEqual([NaN], [NaN])]',
  ],
  [
    'assert',
    '(() => { m.ok(1); m.equal(1, 1); m.throws(() => { throw new Error(); }); return 1; })()',
  ],
  [
    'crypto',
    "['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'sha3-256', 'RSA-SHA256'].map((name) => m.createHash(name).update('abc').update('d\\u00e9').digest('hex'))",
  ],
  ['crypto', "m.createHmac('sha256', 'key').update('data').digest('base64url')"],
  ['crypto', "m.pbkdf2Sync('secret', 'salt', 100, 32, 'sha512').toString('hex')"],
  ['crypto', "m.scryptSync('secret', 'salt', 16, { N: 16, r: 1, p: 1 }).toString('hex')"],
  [
    'crypto',
    "m.timingSafeEqual(m.createHash('sha1').update('a').digest(), m.createHash('sha1').update('a').digest())",
  ],
  ['crypto', '[m.randomBytes(70000).length, m.randomUUID().length, m.randomInt(5, 6)]'],
  ['os', 'm.EOL'],
  [
    'crypto',
    "(() => { const c = m.createCipheriv('aes-256-gcm', Buffer.alloc(32, 1), Buffer.alloc(12, 2)); c.setAAD(Buffer.from('a')); const out = c.update('secret', 'utf8', 'hex') + c.final('hex'); const d = m.createDecipheriv('aes-256-gcm', Buffer.alloc(32, 1), Buffer.alloc(12, 2)); d.setAAD(Buffer.from('a')); d.setAuthTag(c.getAuthTag()); return [out, c.getAuthTag().toString('hex'), d.update(out, 'hex', 'utf8') + d.final('utf8')]; })()",
  ],
  [
    'crypto',
    "(() => { const { publicKey, privateKey } = m.generateKeyPairSync('rsa', { modulusLength: 1024 }); const s = m.createSign('RSA-SHA256').update('a').sign(privateKey, 'base64'); const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }); return [m.createVerify('sha256').update('a').verify(publicKey, s, 'base64'), m.verify('sha256', Buffer.from('b'), publicKey, Buffer.from(s, 'base64')), m.createPrivateKey(pem).asymmetricKeyType, m.createPublicKey(pem).type, pem.split('\\n')[0]]; })()",
  ],
  [
    'crypto',
    "(() => { const { privateKey, publicKey } = m.generateKeyPairSync('ed25519'); const s = m.sign(null, Buffer.from('a'), privateKey); const [a, b] = [m.createECDH('prime256v1'), m.createECDH('prime256v1')]; a.generateKeys(); b.generateKeys(); return [s.length, m.verify(null, Buffer.from('a'), publicKey, s), a.computeSecret(b.getPublicKey()).equals(b.computeSecret(a.getPublicKey())), Buffer.from(m.hkdfSync('sha256', 'k', 's', 'i', 16)).toString('hex')]; })()",
  ],
  [
    'zlib',
    "[m.gunzipSync(m.gzipSync('hello')).toString(), m.inflateRawSync(m.deflateRawSync('hello', { level: 9 })).toString(), m.brotliDecompressSync(m.brotliCompressSync('hello')).toString(), m.deflateSync('aaaa').toString('hex'), m.crc32('hello')]",
  ],
  [
    'zlib',
    "new Promise((ok, no) => { const out = []; const z = m.createGzip(); z.pipe(m.createGunzip()).on('data', (d) => out.push(String(d))).on('end', () => ok(out.join(''))).on('error', no); z.write('he'); z.end('llo'); })",
  ],
  [
    'stream',
    "(async () => { const out = []; await m.promises.pipeline(m.Readable.from(['a', 'b']), new m.Transform({ transform: (c, e, n) => n(null, String(c).toUpperCase()) }), new m.Writable({ write: (c, e, n) => { out.push(String(c)); n(); } })); return out; })()",
  ],
  ['stream', '(() => { class A extends m {} return new A() instanceof m.Stream; })()'],
  ['stream/consumers', "m.text(['a', 'b'])"],
  [
    'stream',
    "(async () => { const out = []; for await (const chunk of m.Readable.fromWeb(new Blob(['a', 'b']).stream())) out.push(String(chunk)); const web = m.Readable.toWeb(m.Readable.from([Buffer.from('x'), Buffer.from('y')])); const read = []; for await (const chunk of web) read.push([chunk.constructor.name, chunk[0]]); return [out.join(''), read]; })()",
  ],
  [
    'stream',
    "(async () => { const out = []; const sink = new WritableStream({ write: (chunk) => { out.push(new TextDecoder().decode(chunk)); }, close: () => { out.push('end'); } }); await m.promises.pipeline(m.Readable.from(['a', 'b']), m.Writable.fromWeb(sink)); const writer = m.Writable.toWeb(new m.Writable({ highWaterMark: 1, write: (chunk, _, done) => { out.push(String(chunk)); setTimeout(done, 1); } })).getWriter(); await writer.write('c'); await writer.write('d'); await writer.close(); return out; })()",
  ],
  [
    'stream',
    "(async () => { const broken = new ReadableStream({ start: (c) => c.error(new Error('broken')) }); const said = await m.promises.pipeline(m.Readable.fromWeb(broken), new m.PassThrough()).catch((error) => error.message); let reason; const endless = new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(1)), cancel: () => { reason = 'cancelled'; } }); for await (const _ of m.Readable.fromWeb(endless)) break; return [said, reason]; })()",
  ],
  [
    'util',
    "(async () => { const wait = m.promisify(setTimeout); const wake = m.promisify(setImmediate); return [await wait(1, 'later'), await wake('now')]; })()",
  ],
  [
    'timers/promises',
    "(async () => { const out = []; for await (const each of m.setInterval(1, 'x')) if (out.push(each) === 2) break; return out; })()",
  ],
  [
    'crypto',
    "(async () => { const { Readable, promises } = process.getBuiltinModule('stream'); const hash = m.createHash('sha256'); await promises.pipeline(Readable.from(['a', 'b']), hash); const piped = []; const key = [Buffer.alloc(32, 1), Buffer.alloc(16, 2)]; const back = m.createDecipheriv('aes-256-cbc', ...key); Readable.from(['secret']).pipe(m.createCipheriv('aes-256-cbc', ...key)).pipe(back); for await (const chunk of back) piped.push(String(chunk)); return [hash.digest('hex'), piped.join('')]; })()",
  ],
  [
    'events',
    '(() => { class A extends m {} return [new A() instanceof m.EventEmitter, typeof m.on, m.EventEmitter === m]; })()',
  ],
  [
    'events',
    '(() => { function A() { m.call(this); } A.prototype = Object.create(m.prototype); const a = new A(); let n = 0; a.on("x", () => { n += 1; }); a.emit("x"); return n; })()',
  ],
  [
    'async_hooks',
    '(() => { const s = new m.AsyncLocalStorage(); return [s.getStore() ?? null, s.run(5, () => s.getStore()), s.run(1, () => s.run(2, () => s.getStore())), s.run(3, () => s.exit(() => s.getStore() ?? null))]; })()',
  ],
  [
    'diagnostics_channel',
    '(() => { const seen = []; m.subscribe("a", (v) => seen.push(v)); m.channel("a").publish(1); return seen; })()',
  ],
  [
    'util',
    "[m.isDeepStrictEqual({ a: 1 }, { a: 1 }), m.parseArgs({ args: ['--a=1'], options: { a: { type: 'string' } } }).values.a, m.types.isProxy === undefined]",
  ],
  ['module', "[m.isBuiltin('node:fs'), m.isBuiltin('lodash'), m.builtinModules.includes('fs')]"],
  ['net', "[m.isIP('1.2.3.4'), m.isIP('::1'), m.isIP('a'), m.isIPv4('256.1.1.1')]"],
  ['punycode', "m.toASCII('mañana.com')"],
  [
    'perf_hooks',
    "[typeof m.performance.now(), m.performance.mark('a').name, m.performance === globalThis.performance, typeof m.performance.timerify(() => 1)]",
  ],
  [
    'crypto',
    "['aes-256-ctr', 'aes-256-cfb', 'aes-256-cbc'].map((name) => { const c = m.createCipheriv(name, Buffer.alloc(32, 1), Buffer.alloc(16, 2)); const flows = !name.endsWith('cbc'); const parts = [c.update('secret'), c.update(' text, a long one'), c.final()]; return [flows && parts.map((part) => part.length), Buffer.concat(parts).toString('hex')]; })",
  ],
  ['cluster', '[m.isPrimary, m.isWorker, typeof m.on]'],
  ['worker_threads', '[m.isMainThread, m.threadId, m.parentPort]'],
  [
    'http',
    "[m.STATUS_CODES[404], m.METHODS.includes('GET'), new m.Agent({ keepAlive: true }).keepAlive]",
  ],
];

async function inSandbox(expressions: typeof PURE): Promise<readonly string[]> {
  const modules = [...new Set(expressions.map(([module]) => module))];
  const imports = modules.map((module, index) => `import * as m${index} from 'node:${module}';`);
  const tools = expressions.map(([module, expression], index) => {
    const run = `(async (m) => ${expression})(m${modules.indexOf(module)})`;
    return `api.registerTool({ name: 't${index}', description: '', parameters: { type: 'object' },
      execute: async () => ({ content: [{ type: 'text', text: JSON.stringify(await ${run}) }] }) });`;
  });
  // Namespaces whose members the scan cannot see are asked through the default export.
  const source = `${imports.join('\n').replaceAll('* as ', '')}
export default (api) => { ${tools.join('\n')} };`;
  const loaded = await loadExtension({ kind: 'inline', id: 'tested', source });
  if (loaded.status === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  await using real = openRealSandbox();
  const result = await real.load(loaded.bundle);
  if (result.status === 'failed') throw new Error(result.message);
  const answers: string[] = [];
  for (const index of expressions.keys()) answers.push(await real.call(`t${index}`));
  return answers;
}

async function inNode([module, expression]: readonly [string, string]): Promise<string> {
  const run = new Function('m', `return (async () => ${expression})();`);
  return JSON.stringify(await run(process.getBuiltinModule(`node:${module}`)));
}

describe('pure modules of Node', () => {
  it('give in an isolate what they give in Node', async () => {
    const here = await inSandbox(PURE);
    const there = await Promise.all(PURE.map(inNode));
    const table = PURE.map(([module, expression], index) => ({
      module,
      expression,
      answer: here[index],
    }));
    expect(table).toEqual(
      PURE.map(([module, expression], index) => ({ module, expression, answer: there[index] })),
    );
  });
});

const IMPURE: readonly (readonly [code: string, then: RegExp])[] = [
  [
    "fs.writeFileSync('/tmp/x', '')",
    /^capability_denied: EACCES: permission denied, open '\/tmp\/x' \(fs_reach is not granted .*mortise grant tested fs_reach/,
  ],
  ["fs.readFileSync('/etc/passwd')", /^capability_denied: EACCES.*fs_reach/],
  ["fs.promises.readdir('/')", /^capability_denied: EACCES: permission denied, scandir '\/'/],
  ["fs.existsSync('/etc/passwd')", /^false$/],
  ["child.execSync('id')", /^capability_denied: spawn id EACCES \(process is not granted/],
  ["promisify(child.execFile)('id')", /^capability_denied: spawn id EACCES.*mortise grant/],
  [
    "new Promise((ok, no) => http.get('http://127.0.0.1', ok).on('error', no))",
    /^capability_denied: network is not granted to the extension tested.*mortise grant tested network/,
  ],
  ["new net.Socket().connect(80, 'a.test')", /not available in a sandbox: net\.Socket\.connect/],
  ["dns.promises.resolve('a.test')", /not available in a sandbox: dns\.resolve/],
  ["new threads.Worker('x')", /not available in a sandbox: worker_threads\.Worker/],
  ['os.homedir()', /^"\/state"$/],
  ['process.exit(1)', /not available in a sandbox: process\.exit/],
  [
    'typeof fs.writeFileSync + typeof process.env.HOME + (fs instanceof Object)',
    /^"functionundefinedtrue"$/,
  ],
];

const SOURCE = `
import fs from 'fs';
import * as child from 'node:child_process';
import http from 'node:http';
import net from 'node:net';
import dns from 'node:dns';
import threads from 'node:worker_threads';
import os from 'node:os';
import { promisify } from 'node:util';
const isReady = promisify(child.exec);
export default (api) => { ${IMPURE.map(
  (
    [code],
    index,
  ) => `api.registerTool({ name: 't${index}', description: '', parameters: { type: 'object' },
    execute: async () => ({ content: [{ type: 'text', text: JSON.stringify(await (async () => (${code}))()) }] }) });`,
).join('\n')} };`;

describe('impure modules of Node (S-1)', () => {
  it('can be imported, and say what they need when they are used', async () => {
    const loaded = await loadExtension({ kind: 'inline', id: 'tested', source: SOURCE });
    if (loaded.status === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
    await using real = openRealSandbox();
    const result = await real.load(loaded.bundle);
    expect(result.status).toBe('loaded');
    for (const [index, [, then]] of IMPURE.entries()) {
      expect(await real.call(`t${index}`)).toMatch(then);
    }
  });

  it('are listed with the members that are used', async () => {
    const loaded = await loadExtension({ kind: 'inline', id: 'tested', source: SOURCE });
    if (loaded.status === 'failed') throw new Error('not loaded');
    const needs = loaded.bundle.needs.map(
      (need) => `${need.capability} ${need.module}.${need.member}`,
    );
    expect(needs).toEqual([
      'process child_process.exec',
      'process child_process.execFile',
      'process child_process.execSync',
      'fs_reach fs.existsSync',
      'fs_reach fs.readFileSync',
      'fs_reach fs.writeFileSync',
      'network http.get',
      'none process.env.HOME',
      'none process.exit',
      'none worker_threads.Worker',
    ]);
  });
});
