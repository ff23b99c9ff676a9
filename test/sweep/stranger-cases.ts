import { client, library, type SweepCase } from './sweep-case.ts';

const ECHO = { method: '$method', path: '$path', sent: '$sent' };
const CHAT = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

/** Picked after the others without a look at what they need, as a stranger picks them. */
const STRANGER_LIBRARIES: readonly SweepCase[] = (
  [
    [
      'date-fns-tz',
      "import { formatInTimeZone } from 'date-fns-tz';",
      "formatInTimeZone(new Date(0), 'Asia/Tokyo', 'yyyy-MM-dd HH:mm zzz')",
      'date-fns',
    ],
    [
      '@js-temporal/polyfill',
      "import { Temporal } from '@js-temporal/polyfill';",
      "Temporal.PlainDate.from('2026-01-31').add({ months: 1 }).toString()",
    ],
    ['cronstrue', "import c from 'cronstrue';", "c.toString('*/5 * * * *')"],
    ['humanize-duration', "import h from 'humanize-duration';", 'h(97320000)'],
    [
      'chevrotain',
      "import { createToken, Lexer } from 'chevrotain';",
      "new Lexer([createToken({ name: 'A', pattern: /a/ })]).tokenize('aa').tokens.length",
    ],
    [
      'peggy',
      "import peggy from 'peggy';",
      "peggy.generate('start = [0-9]+ { return text(); }').parse('42')",
    ],
    [
      'jsonc-parser',
      "import { parse } from 'jsonc-parser';",
      'parse(\'{ // a\\n "b": [1, 2,] }\')',
    ],
    ['csvtojson', "import csv from 'csvtojson';", "await csv().fromString('a,b\\n1,2\\n3,4')"],
    [
      'csv-parser',
      "import csv from 'csv-parser';\nimport { Readable } from 'node:stream';",
      "await Readable.from(['a,b\\n1,2\\n']).pipe(csv()).toArray()",
    ],
    [
      'stream-json',
      "import parser from 'stream-json';\nimport { Readable } from 'node:stream';",
      'await (async () => { const names = []; const p = Readable.from([\'{"a":[1,true]}\']).pipe((parser.parser ?? parser)()); for await (const token of p) names.push(token.name); return names; })()',
    ],
    [
      'busboy',
      "import busboy from 'busboy';",
      "await new Promise((done, fail) => { const found = []; const b = busboy({ headers: { 'content-type': 'multipart/form-data; boundary=x' } }); b.on('field', (name, value) => found.push([name, value])); b.on('error', fail); b.on('close', () => done(found)); b.end('--x\\r\\nContent-Disposition: form-data; name=\"a\"\\r\\n\\r\\nb\\r\\n--x--\\r\\n'); })",
    ],
    [
      'get-stream',
      "import getStream from 'get-stream';\nimport { Readable } from 'node:stream';",
      "await getStream(Readable.from(['a', 'b']))",
    ],
    [
      'yazl',
      "import yazl from 'yazl';",
      "await new Promise((done, fail) => { const z = new yazl.ZipFile(); z.addBuffer(Buffer.from('x'), 'a.txt', { mtime: new Date(0) }); z.end(); let size = 0; z.outputStream.on('data', (chunk) => { size += chunk.length; }).on('end', () => done(size > 50)).on('error', fail); })",
    ],
    [
      'yauzl',
      "import yauzl from 'yauzl';\nimport { zipSync, strToU8 } from 'fflate';",
      "await new Promise((done, fail) => yauzl.fromBuffer(Buffer.from(zipSync({ 'a.txt': strToU8('x') })), { lazyEntries: true }, (error, zip) => { if (error) return fail(error); zip.on('entry', (entry) => zip.openReadStream(entry, async (e, stream) => { if (e) return fail(e); let text = ''; for await (const chunk of stream) text += chunk; done([entry.fileName, text]); })); zip.readEntry(); }))",
      'fflate',
    ],
    [
      '@xmldom/xmldom',
      "import { DOMParser } from '@xmldom/xmldom';\nimport xpath from 'xpath';",
      "xpath.select1('string(//b/@c)', new DOMParser().parseFromString('<a><b c=\"1\"/></a>', 'text/xml'))",
      'xpath',
    ],
    [
      'xmlbuilder2',
      "import { create } from 'xmlbuilder2';",
      "create({ a: { '@b': 1, c: 'x' } }).end()",
    ],
    [
      'sax',
      "import sax from 'sax';",
      "(() => { const seen = []; const p = sax.parser(true); p.onopentag = ({ name }) => seen.push(name); p.write('<a><b/></a>').close(); return seen; })()",
    ],
    ['plist', "import * as plist from 'plist';", "plist.parse(plist.build({ a: [1, 'x'] }))"],
    ['showdown', "import showdown from 'showdown';", "new showdown.Converter().makeHtml('# hi')"],
    [
      'micromark',
      "import { micromark } from 'micromark';\nimport { gfm, gfmHtml } from 'micromark-extension-gfm';",
      "micromark('~a~ https://b.cd', { extensions: [gfm()], htmlExtensions: [gfmHtml()] })",
      'micromark-extension-gfm',
    ],
    [
      'html-to-text',
      "import { convert } from 'html-to-text';",
      'convert(\'<h1>a</h1><p>b <a href="c">d</a></p>\')',
    ],
    [
      'isomorphic-dompurify',
      "import p from 'isomorphic-dompurify';",
      "p.sanitize('<b onclick=x>a</b><script>1</script>')",
    ],
    ['juice', "import juice from 'juice';", "juice('<style>p { color: red }</style><p>a</p>')"],
    [
      'class-validator',
      "import 'reflect-metadata';\nimport { IsEmail, validate } from 'class-validator';\nimport { plainToInstance } from 'class-transformer';",
      "await (async () => { class A {} IsEmail()(A.prototype, 'mail'); return (await validate(plainToInstance(A, { mail: 'x' })))[0].property; })()",
      'class-transformer',
      'reflect-metadata',
    ],
    [
      'fastest-validator',
      "import V from 'fastest-validator';",
      "new V().compile({ a: 'number' })({ a: 'x' })[0].type",
    ],
    [
      'zod-to-json-schema',
      "import { zodToJsonSchema } from 'zod-to-json-schema';\nimport { z } from 'zod/v3';",
      'zodToJsonSchema(z.object({ a: z.string() })).properties',
      'zod',
    ],
    [
      '@noble/curves',
      "import { secp256k1 } from '@noble/curves/secp256k1.js';",
      "Buffer.from(secp256k1.getPublicKey(new Uint8Array(32).fill(1))).toString('hex')",
    ],
    [
      'openpgp',
      "import * as openpgp from 'openpgp';",
      "await (async () => { const e = await openpgp.encrypt({ message: await openpgp.createMessage({ text: 'hi' }), passwords: ['k'] }); return (await openpgp.decrypt({ message: await openpgp.readMessage({ armoredMessage: e }), passwords: ['k'] })).data; })()",
    ],
    [
      'node-rsa',
      "import R from 'node-rsa';",
      "(() => { const k = new R({ b: 512 }); return k.decrypt(k.encrypt('hi', 'base64'), 'utf8'); })()",
    ],
    ['jsrsasign', "import r from 'jsrsasign';", "r.KJUR.crypto.Util.sha256('a')"],
    [
      '@paralleldrive/cuid2',
      "import { createId, isCuid } from '@paralleldrive/cuid2';",
      'isCuid(createId())',
    ],
    ['hasha', "import { hash } from 'hasha';", "await hash('a', { algorithm: 'sha256' })"],
    [
      'eta',
      "import { Eta } from 'eta';",
      "new Eta().renderString('<% it.a.forEach((x) => { %><%= x %>;<% }) %>', { a: [1, 2] })",
    ],
    [
      'docxtemplater',
      "import D from 'docxtemplater';\nimport PizZip from 'pizzip';",
      '(() => { const z = new PizZip(); z.file(\'[Content_Types].xml\', \'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>\'); z.file(\'word/document.xml\', \'<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>{a}</w:t></w:r></w:p></w:body></w:document>\'); const d = new D(z); d.render({ a: \'hi\' }); return d.getFullText(); })()',
      'pizzip',
    ],
    [
      'pptxgenjs',
      "import P from 'pptxgenjs';",
      "await (async () => { const p = new (P.default ?? P)(); p.addSlide().addText('hi', { x: 1, y: 1 }); return (await p.write({ outputType: 'nodebuffer' })).length > 1000; })()",
    ],
    [
      'jspdf',
      "import { jsPDF } from 'jspdf';",
      "(() => { const d = new jsPDF(); d.text('hi', 10, 10); return d.output().startsWith('%PDF'); })()",
    ],
    [
      '@orama/orama',
      "import { create, insert, search } from '@orama/orama';",
      "await (async () => { const db = await create({ schema: { t: 'string' } }); await insert(db, { t: 'hello world' }); return (await search(db, { term: 'helo', tolerance: 1 })).count; })()",
    ],
    [
      'flexsearch',
      "import F from 'flexsearch';",
      "(() => { const i = new F.Index(); i.add(1, 'hello world'); return i.search('world'); })()",
    ],
    [
      'alasql',
      "import alasql from 'alasql';",
      "alasql('SELECT a, SUM(b) AS s FROM ? GROUP BY a', [[{ a: 1, b: 2 }, { a: 1, b: 3 }]])",
    ],
    [
      'sql.js',
      "import init from 'sql.js/dist/sql-asm.js';",
      "await (async () => { const SQL = await init(); const db = new SQL.Database(); db.run('create table a (b); insert into a values (7)'); return db.exec('select b from a')[0].values; })()",
    ],
    [
      'fuzzysort',
      "import f from 'fuzzysort';",
      "f.go('mr', ['Monitor.cpp', 'MeshRenderer.cpp'])[0].target",
    ],
    ['tldts', "import { parse } from 'tldts';", "parse('https://a.b.co.uk/x').domain"],
    ['normalize-url', "import n from 'normalize-url';", "n('//www.a.test:80/../b?z=1&a=2#x')"],
    [
      'ua-parser-js',
      "import { UAParser } from 'ua-parser-js';",
      "new UAParser('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36').getBrowser().name",
    ],
    [
      'suncalc',
      "import * as s from 'suncalc';",
      '(s.default ?? s).getTimes(new Date(0), 51.5, -0.1).sunrise.getUTCHours()',
    ],
    ['h3-js', "import { latLngToCell } from 'h3-js';", 'latLngToCell(37.77, -122.41, 7)'],
    [
      'rate-limiter-flexible',
      "import { RateLimiterMemory } from 'rate-limiter-flexible';",
      "await (async () => { const l = new RateLimiterMemory({ points: 1, duration: 5 }); await l.consume('a'); return l.consume('a').then(() => 'let in', (e) => e.remainingPoints); })()",
    ],
    [
      'tslog',
      "import { Logger } from 'tslog';",
      "(() => { const l = new Logger({ type: 'hidden' }); return l.info('hi')['0'] ?? l.info('hi').message ?? 'logged'; })()",
    ],
    [
      'log4js',
      "import log4js from 'log4js';",
      "(() => { log4js.configure({ appenders: { r: { type: 'recording' } }, categories: { default: { appenders: ['r'], level: 'info' } } }); log4js.getLogger().info('hi'); return log4js.recording().replay().length; })()",
    ],
    ['typescript', "import ts from 'typescript';", 'typeof ts.version'],
    [
      'terser',
      "import { minify } from 'terser';",
      "(await minify('function a(b) { return b + 1; }')).code",
    ],
    ['less', "import less from 'less';", "(await less.render('.a { .b { color: red } }')).css"],
    ['js-beautify', "import b from 'js-beautify';", "b.js('a=1;b=2')"],
    ['chroma-js', "import c from 'chroma-js';", "c('red').darken().hex()"],
    ['bwip-js', "import b from 'bwip-js';", "b.toSVG({ bcid: 'code128', text: 'a' }).length > 100"],
    ['exifr', "import e from 'exifr';", 'typeof e.parse'],
    ['simple-git', "import { simpleGit } from 'simple-git';", 'typeof simpleGit'],
    [
      'prom-client',
      "import c from 'prom-client';",
      "await (async () => { const r = new c.Registry(); new c.Counter({ name: 'a', help: 'b', registers: [r] }).inc(); return r.metrics(); })()",
    ],
    [
      '@reduxjs/toolkit',
      "import { configureStore, createSlice } from '@reduxjs/toolkit';",
      "(() => { const s = createSlice({ name: 'a', initialState: 1, reducers: { add: (n, { payload }) => n + payload } }); const store = configureStore({ reducer: s.reducer }); store.dispatch(s.actions.add(2)); return store.getState(); })()",
    ],
    [
      'memoizee',
      "import m from 'memoizee';",
      '(() => { let n = 0; const f = m(() => { n += 1; return n; }); f(); return f(); })()',
    ],
    [
      'viem',
      "import { parseEther, keccak256, toHex } from 'viem';",
      "[parseEther('1').toString(), keccak256(toHex('a'))]",
    ],
    ['bip39', "import * as b from 'bip39';", "b.entropyToMnemonic('00'.repeat(16))"],
    ['socket.io-client', "import { io } from 'socket.io-client';", 'typeof io'],
  ] as const
).map((row) => library(row));

const STRANGER_CLIENTS: readonly SweepCase[] = (
  [
    ['bent', "import bent from 'bent';", "return (await bent('json')(url + '/a')).path;", ECHO],
    [
      'request',
      "import request from 'request';",
      "return await new Promise((done, fail) => request({ url: url + '/a', json: true }, (error, _, body) => error ? fail(error) : done(body.path)));",
      ECHO,
    ],
    [
      'simple-get',
      "import get from 'simple-get';",
      "return await new Promise((done, fail) => get.concat({ url: url + '/a', json: true, method: 'POST', body: { a: 1 } }, (error, _, body) => error ? fail(error) : done(body)));",
      ECHO,
    ],
    [
      'gaxios',
      "import { request } from 'gaxios';",
      "return (await request({ url: url + '/a' })).data.path;",
      ECHO,
    ],
    [
      'xior',
      "import xior from 'xior';",
      "return (await xior.create({ baseURL: url }).post('/a', { b: 1 })).data;",
      ECHO,
    ],
    [
      'urllib',
      "import { request } from 'urllib';",
      "return (await request(url + '/a', { dataType: 'json' })).data.path;",
      ECHO,
    ],
    [
      '@google/generative-ai',
      "import { GoogleGenerativeAI } from '@google/generative-ai';",
      "return (await new GoogleGenerativeAI('k').getGenerativeModel({ model: 'm' }, { baseUrl: url }).generateContent('x')).response.text();",
      {
        candidates: [{ content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
      },
    ],
    [
      '@cerebras/cerebras_cloud_sdk',
      "import C from '@cerebras/cerebras_cloud_sdk';",
      "return (await new C({ apiKey: 'k', baseURL: url, maxRetries: 0, warmTCPConnection: false }).chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'x' }] })).choices[0].message.content;",
      CHAT,
    ],
    [
      '@openrouter/ai-sdk-provider',
      "import { createOpenRouter } from '@openrouter/ai-sdk-provider';\nimport { generateText } from 'ai';",
      "return (await generateText({ model: createOpenRouter({ apiKey: 'k', baseURL: url })('m'), prompt: 'x', maxRetries: 0 })).text;",
      CHAT,
      'ai',
      'zod',
    ],
    [
      '@ai-sdk/mistral',
      "import { createMistral } from '@ai-sdk/mistral';\nimport { generateText } from 'ai';",
      "return (await generateText({ model: createMistral({ apiKey: 'k', baseURL: url })('m'), prompt: 'x', maxRetries: 0 })).text;",
      CHAT,
      'ai',
      'zod',
    ],
    [
      '@langchain/groq',
      "import { ChatGroq } from '@langchain/groq';",
      "return (await new ChatGroq({ apiKey: 'k', model: 'm', baseUrl: url, maxRetries: 0 }).invoke('x')).content;",
      CHAT,
      '@langchain/core',
    ],
    [
      'langfuse',
      "import { Langfuse } from 'langfuse';",
      "return (await new Langfuse({ publicKey: 'p', secretKey: 's', baseUrl: url }).api.healthHealth()).status;",
      { status: 'OK', version: '1' },
    ],
    [
      '@elevenlabs/elevenlabs-js',
      "import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';",
      "return (await new ElevenLabsClient({ apiKey: 'k', baseUrl: url }).models.list()).length;",
      [],
    ],
    [
      'cloudflare',
      "import Cloudflare from 'cloudflare';",
      "return (await new Cloudflare({ apiToken: 'k', baseURL: url, maxRetries: 0 }).user.get()).id;",
      { success: true, errors: [], messages: [], result: { id: 'u' } },
    ],
    [
      'dropbox',
      "import { Dropbox } from 'dropbox';",
      "return (await new Dropbox({ accessToken: 'k', fetch: (address, init) => fetch(url + new URL(address).pathname, init) }).filesListFolder({ path: '' })).result.entries.length;",
      { entries: [], cursor: 'c', has_more: false },
    ],
    [
      'razorpay',
      "import R from 'razorpay';",
      "const r = new R({ key_id: 'a', key_secret: 'b' });\nr.api.rq.defaults.baseURL = url;\nreturn (await r.orders.fetch('o')).id;",
      { id: 'o' },
    ],
    [
      '@slack/webhook',
      "import { IncomingWebhook } from '@slack/webhook';",
      "return (await new IncomingWebhook(url + '/a').send({ text: 'hi' })).text;",
      'ok',
    ],
    [
      'pocketbase',
      "import PocketBase from 'pocketbase';",
      "return (await new PocketBase(url).collection('a').getOne('1')).id;",
      { id: '1', collectionId: 'c', collectionName: 'a' },
    ],
    [
      '@directus/sdk',
      "import { createDirectus, rest, readItems } from '@directus/sdk';",
      "return await createDirectus(url).with(rest()).request(readItems('a'));",
      { data: [{ id: 1 }] },
    ],
    [
      '@influxdata/influxdb-client',
      "import { InfluxDB } from '@influxdata/influxdb-client';",
      "return await new InfluxDB({ url, token: 'k' }).getQueryApi('o').collectRows('x');",
      {
        type: 'text/csv',
        body: '#datatype,string,long,double\r\n#group,false,false,false\r\n#default,_result,,\r\n,result,table,_value\r\n,,0,1.5\r\n\r\n',
      },
    ],
    [
      '@kubernetes/client-node',
      "import * as k8s from '@kubernetes/client-node';",
      "const c = new k8s.KubeConfig();\nc.loadFromOptions({ clusters: [{ name: 'a', server: url, skipTLSVerify: true }], users: [{ name: 'u' }], contexts: [{ name: 'x', cluster: 'a', user: 'u' }], currentContext: 'x' });\nreturn (await c.makeApiClient(k8s.CoreV1Api).listNamespace()).items.length;",
      { kind: 'NamespaceList', apiVersion: 'v1', metadata: {}, items: [] },
    ],
    [
      'node-vault',
      "import vault from 'node-vault';",
      "return (await vault({ endpoint: url, token: 'k' }).read('secret/a')).data.b;",
      { data: { b: 1 } },
    ],
    [
      'isomorphic-git',
      "import git from 'isomorphic-git';\nimport http from 'isomorphic-git/http/web';",
      "return await git.getRemoteInfo({ http, url: url + '/a.git' }).then(() => 'read', (error) => error.code);",
      'x',
    ],
    [
      '@segment/analytics-node',
      "import { Analytics } from '@segment/analytics-node';",
      "const a = new Analytics({ writeKey: 'k', host: url, maxEventsInBatch: 1, maxRetries: 0 });\nawait new Promise((done, fail) => a.track({ userId: 'u', event: 'e' }, (error) => error ? fail(error) : done()));\nreturn 'sent';",
      { success: true },
    ],
    [
      '@solana/web3.js',
      "import { createSolanaRpc } from '@solana/web3.js';",
      'return Number(await createSolanaRpc(url).getSlot().send());',
      { jsonrpc: '2.0', id: 1, result: 7 },
      'ws',
    ],
    [
      'web3',
      "import { Web3 } from 'web3';",
      'return (await new Web3(url).eth.getChainId()).toString();',
      { jsonrpc: '2.0', id: 1, result: '0x1' },
    ],
    [
      'matrix-js-sdk',
      "import * as m from 'matrix-js-sdk';",
      "return (await m.createClient({ baseUrl: url, accessToken: 'k', userId: '@a:b' }).whoami()).user_id;",
      { user_id: '@a:b' },
    ],
    [
      'masto',
      "import { createRestAPIClient } from 'masto';",
      "return (await createRestAPIClient({ url, accessToken: 'k' }).v1.accounts.verifyCredentials()).id;",
      { id: '1' },
    ],
    [
      'open-graph-scraper',
      "import ogs from 'open-graph-scraper';",
      "return (await ogs({ url: url + '/a' })).result.ogTitle ?? 'none';",
      {
        type: 'text/html',
        body: '<html><head><meta property="og:title" content="T"></head></html>',
      },
    ],
    [
      'feedparser',
      "import F from 'feedparser';\nimport { Readable } from 'node:stream';",
      'const response = await fetch(url);\nconst titles = [];\nconst parser = Readable.fromWeb(response.body).pipe(new F({}));\nfor await (const item of parser) titles.push(item.title);\nreturn titles;',
      {
        type: 'application/rss+xml',
        body: '<?xml version="1.0"?><rss version="2.0"><channel><title>c</title><link>http://a.test</link><description>d</description><item><title>one</title></item></channel></rss>',
      },
    ],
    [
      'eventsource-parser',
      "import { createParser } from 'eventsource-parser';",
      'const seen = [];\nconst parser = createParser({ onEvent: ({ data }) => seen.push(data) });\nconst response = await fetch(url);\nfor await (const chunk of response.body.pipeThrough(new TextDecoderStream())) parser.feed(chunk);\nreturn seen;',
      { type: 'text/event-stream', body: 'data: one\n\ndata: two\n\n' },
    ],
  ] as const
).map((row) => client(row as never));

export const STRANGER_CASES: readonly SweepCase[] = [...STRANGER_LIBRARIES, ...STRANGER_CLIENTS];
