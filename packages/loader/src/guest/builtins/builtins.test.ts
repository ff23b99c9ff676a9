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
  ['querystring', "[m.parse('a=1&b=2&a=3'), m.stringify({ x: ['1', '2'], y: 'z w' })]"],
  [
    'string_decoder',
    "(() => { const d = new m.StringDecoder('utf8'); return d.write(Uint8Array.from([0xe2, 0x82])) + d.write(Uint8Array.from([0xac])) + d.end(); })()",
  ],
  ['timers/promises', "m.setTimeout(1, 'later')"],
  [
    'assert',
    '(() => { try { m.deepStrictEqual({ a: 1 }, { a: 2 }); } catch (e) { return e.code; } })()',
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
  ["fs.writeFileSync('/tmp/x', '')", /needs capability fs_reach: fs\.writeFileSync/],
  ["fs.readFileSync('/etc/passwd')", /needs capability fs_reach: fs\.readFileSync/],
  ["fs.promises.readdir('/')", /needs capability fs_reach: fs\.promises\.readdir/],
  ["child.execSync('id')", /needs capability process: child_process\.execSync/],
  ["promisify(child.execFile)('id')", /needs capability process: child_process\.execFile/],
  ["http.get('http://127.0.0.1')", /needs capability network: http\.get/],
  ['new (class extends net.Socket {})()', /needs capability network: net\.Socket/],
  ["dns.promises.resolve('a.test')", /needs capability network: dns\.promises\.resolve/],
  ["new threads.Worker('x')", /not available in a sandbox: worker_threads\.Worker/],
  ['os.homedir()', /needs capability process: os\.homedir/],
  ['process.exit(1)', /needs capability process: process\.exit/],
  ["zlib.gzipSync('x')", /not available in a sandbox: zlib\.gzipSync/],
  [
    "crypto.createCipheriv('aes-256-gcm', 'k', 'i')",
    /not available in a sandbox: crypto\.createCipheriv/,
  ],
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
import zlib from 'node:zlib';
import crypto from 'node:crypto';
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
      'none crypto.createCipheriv',
      'network dns.promises',
      'fs_reach fs.readFileSync',
      'fs_reach fs.writeFileSync',
      'network http.get',
      'network net.Socket',
      'process os.homedir',
      'none process.env.HOME',
      'process process.exit',
      'none worker_threads.Worker',
      'none zlib.gzipSync',
    ]);
  });
});
