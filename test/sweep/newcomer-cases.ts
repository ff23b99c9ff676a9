import { client, library, type SweepCase } from './sweep-case.ts';

const ECHO = { method: '$method', path: '$path', sent: '$sent' };

/** A third choice of packages, that were tried before anything was done for them. */
const NEWCOMER_LIBRARIES: readonly SweepCase[] = (
  [
    ['micromatch', "import m from 'micromatch';", "m(['a.js', 'b.ts'], '*.{ts,tsx}')"],
    [
      '@js-joda/core',
      "import { LocalDate } from '@js-joda/core';",
      "LocalDate.parse('2026-01-31').plusMonths(1).toString()",
    ],
    ['date-holidays', "import H from 'date-holidays';", "new H('NO').getHolidays(2026).length"],
    [
      'dataloader',
      "import L from 'dataloader';",
      'await new L(async (keys) => keys.map((k) => k * 2)).loadMany([1, 2])',
    ],
    [
      'mongoose',
      "import mongoose from 'mongoose';",
      "String(new (mongoose.model('A', new mongoose.Schema({ n: { type: Number, required: true } })))({}).validateSync().errors.n.message)",
    ],
    [
      'sequelize',
      "import { Sequelize, DataTypes } from 'sequelize';",
      "String(new Sequelize('postgres://u:p@127.0.0.1/a', { dialectModule: {}, logging: false }).define('A', { n: DataTypes.INTEGER }).getTableName())",
    ],
    [
      'kysely',
      "import { Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';",
      "new Kysely({ dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(), createIntrospector: (db) => new PostgresIntrospector(db), createQueryCompiler: () => new PostgresQueryCompiler() } }).selectFrom('a').select('b').where('c', '=', 1).compile().sql",
    ],
    [
      'libsodium-wrappers',
      "import sodium from 'libsodium-wrappers';",
      "(await sodium.ready, sodium.to_hex(sodium.crypto_generichash(16, 'a')))",
    ],
    [
      '@noble/ciphers',
      "import { gcm } from '@noble/ciphers/aes.js';\nimport { bytesToHex } from '@noble/ciphers/utils.js';",
      'bytesToHex(gcm(new Uint8Array(32), new Uint8Array(12)).encrypt(new Uint8Array(4)))',
    ],
    [
      'multiformats',
      "import { CID } from 'multiformats/cid';\nimport { sha256 } from 'multiformats/hashes/sha2';\nimport * as raw from 'multiformats/codecs/raw';",
      'CID.create(1, raw.code, await sha256.digest(raw.encode(new Uint8Array([1])))).toString()',
    ],
    [
      'concat-stream',
      "import concat from 'concat-stream';\nimport { Readable } from 'node:stream';",
      "await new Promise((done) => { Readable.from([Buffer.from('a'), Buffer.from('b')]).pipe(concat((data) => done(data.toString()))); })",
    ],
    [
      'JSONStream',
      "import J from 'JSONStream';",
      "await new Promise((done) => { const seen = []; const s = J.parse('*.a'); s.on('data', (d) => seen.push(d)).on('end', () => done(seen)); s.end('[{\"a\":1},{\"a\":2}]'); })",
    ],
    [
      'recast',
      "import * as recast from 'recast';",
      "recast.print(recast.parse('let a  =  1;')).code",
    ],
    [
      'ohm-js',
      "import * as ohm from 'ohm-js';",
      "ohm.grammar('G { Start = \"a\"+ }').match('aaa').succeeded()",
    ],
    [
      'nearley',
      "import nearley from 'nearley';",
      "(() => { const p = new nearley.Parser(nearley.Grammar.fromCompiled({ ParserRules: [{ name: 'm', symbols: [{ literal: 'a' }], postprocess: (d) => d[0].text ?? d[0] }], ParserStart: 'm' })); p.feed('a'); return p.results; })()",
    ],
    [
      'json-rules-engine',
      "import { Engine } from 'json-rules-engine';",
      "(await new Engine([{ conditions: { all: [{ fact: 'a', operator: 'equal', value: 1 }] }, event: { type: 'hit' } }]).run({ a: 1 })).events.map((e) => e.type)",
    ],
    ['jsondiffpatch', "import * as j from 'jsondiffpatch';", 'j.diff({ a: 1 }, { a: 2, b: [1] })'],
    [
      'quicktype-core',
      "import { quicktype, InputData, jsonInputForTargetLanguage } from 'quicktype-core';",
      "await (async () => { const input = jsonInputForTargetLanguage('typescript'); await input.addSource({ name: 'A', samples: ['{\"a\":1}'] }); const data = new InputData(); data.addInput(input); return (await quicktype({ inputData: data, lang: 'typescript', rendererOptions: { 'just-types': 'true' } })).lines; })()",
    ],
    [
      'intl-messageformat',
      "import { IntlMessageFormat } from 'intl-messageformat';",
      "new IntlMessageFormat('{n, plural, one {# item} other {# items}}', 'en').format({ n: 2 })",
    ],
    ['boxen', "import boxen from 'boxen';", "boxen('a', { padding: 1 })"],
    [
      'cli-table3',
      "import T from 'cli-table3';",
      "(() => { const t = new T({ head: ['a'], style: { head: [], border: [] } }); t.push(['1']); return t.toString(); })()",
    ],
    [
      'ora',
      "import ora from 'ora';",
      "typeof ora({ text: 'a', isEnabled: false }).start().succeed",
    ],
    ['figlet', "import figlet from 'figlet';", "figlet.textSync('a')"],
    [
      'proj4',
      "import proj4 from 'proj4';",
      "proj4('EPSG:4326', 'EPSG:3857', [10, 60]).map(Math.round)",
    ],
    [
      'ical-generator',
      "import ical from 'ical-generator';",
      "ical({ name: 'c' }).createEvent({ id: '1', start: new Date(0), stamp: new Date(0), summary: 'a' }).toString()",
    ],
    [
      'tar',
      "import { Header } from 'tar';",
      "(() => { const h = new Header({ path: 'a', mode: 0o644, size: 1, type: 'File' }); h.encode(); return [h.path, h.cksumValid, h.block.length]; })()",
    ],
    [
      'unzipper',
      "import unzipper from 'unzipper';",
      "await (async () => { const d = await unzipper.Open.buffer(Buffer.from('UEsDBAoAAAAAAAAAIQBDvrfoAQAAAAEAAAABAAAAYWFQSwECCgAKAAAAAAAAACEAQ7636AEAAAABAAAAAQAAAAAAAAAAAAAAAAAAAAAAYVBLBQYAAAAAAQABAC8AAAAgAAAAAAA=', 'base64')); return [d.files[0].path, (await d.files[0].buffer()).toString()]; })()",
    ],
    [
      'file-type',
      "import { fileTypeFromBuffer } from 'file-type';",
      "await fileTypeFromBuffer(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'))",
    ],
    [
      'mobx',
      "import { observable, autorun } from 'mobx';",
      '(() => { const seen = []; const o = observable({ a: 1 }); autorun(() => seen.push(o.a)); o.a = 2; return seen; })()',
    ],
    [
      'cockatiel',
      "import { retry, handleAll, ConstantBackoff } from 'cockatiel';",
      "await (() => { let n = 0; return retry(handleAll, { maxAttempts: 3, backoff: new ConstantBackoff(1) }).execute(() => { n += 1; if (n < 3) throw new Error('x'); return n; }); })()",
    ],
    [
      'cache-manager',
      "import { createCache } from 'cache-manager';",
      "await (async () => { const c = createCache(); await c.set('a', 1); return c.get('a'); })()",
    ],
    [
      'lokijs',
      "import Loki from 'lokijs';",
      "(() => { const c = new Loki('a.db').addCollection('x'); c.insert({ n: 1 }); return c.find({ n: 1 }).length; })()",
    ],
    [
      '@seald-io/nedb',
      "import N from '@seald-io/nedb';",
      'await (async () => { const d = new N({ inMemoryOnly: true }); await d.insertAsync({ n: 1 }); return (await d.findAsync({ n: 1 })).length; })()',
    ],
    [
      'bunyan',
      "import bunyan from 'bunyan';",
      "(() => { const seen = []; bunyan.createLogger({ name: 'a', streams: [{ type: 'raw', stream: { write: (r) => seen.push(r.msg) } }] }).info('hi'); return seen; })()",
    ],
    [
      '@opentelemetry/sdk-trace-base',
      "import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';",
      "(() => { const e = new InMemorySpanExporter(); new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(e)] }).getTracer('a').startSpan('s').end(); return e.getFinishedSpans().map((s) => s.name); })()",
      '@opentelemetry/api',
    ],
    [
      'unstorage',
      "import { createStorage } from 'unstorage';",
      "await (async () => { const s = createStorage(); await s.setItem('a:b', { c: 1 }); return s.getItem('a:b'); })()",
    ],
    [
      'h3',
      "import { H3 } from 'h3';",
      "await (async () => { const app = new H3(); app.get('/a', () => ({ b: 1 })); return (await app.fetch(new Request('http://a.test/a'))).text(); })()",
    ],
    [
      'cosmiconfig',
      "import { defaultLoaders } from 'cosmiconfig';",
      "defaultLoaders['.yaml']('a.yaml', 'a: 1')",
    ],
    [
      'convict',
      "import convict from 'convict';",
      "(() => { const c = convict({ a: { default: 1, format: 'int' } }); c.validate(); return c.get('a'); })()",
    ],
    [
      'nconf',
      "import nconf from 'nconf';",
      "new nconf.Provider().overrides({ a: { b: 1 } }).get('a:b')",
    ],
    [
      'whatwg-url',
      "import { parseURL, serializeURL } from 'whatwg-url';",
      "serializeURL(parseURL('HTTP://exämple.com/a/../b'))",
    ],
    [
      'google-libphonenumber',
      "import g from 'google-libphonenumber';",
      "g.PhoneNumberUtil.getInstance().isValidNumber(g.PhoneNumberUtil.getInstance().parse('+4722225555'))",
    ],
    [
      'graphology',
      "import Graph from 'graphology';",
      "(() => { const g = new Graph(); g.mergeEdge('a', 'b'); return [g.order, g.size]; })()",
    ],
    [
      'mjml',
      "import mjml2html from 'mjml';",
      "(await mjml2html('<mjml><mj-body><mj-section><mj-column><mj-text>hi</mj-text></mj-column></mj-section></mj-body></mjml>')).html.includes('hi')",
    ],
    ['xxhash-wasm', "import x from 'xxhash-wasm';", "(await x()).h32ToString('a')"],
    [
      'tiktoken',
      "import { get_encoding } from 'tiktoken';",
      "get_encoding('cl100k_base').encode('hello world').length",
    ],
    ['fontkit', "import * as fontkit from 'fontkit';", 'typeof fontkit.create'],
    [
      'web-push',
      "import w from 'web-push';",
      'Object.values(w.generateVAPIDKeys()).map((k) => k.length)',
    ],
    [
      'wink-nlp',
      "import winkNLP from 'wink-nlp';\nimport model from 'wink-eng-lite-web-model';",
      "winkNLP(model).readDoc('Hello world. Two.').sentences().out()",
      'wink-eng-lite-web-model',
    ],
    [
      'oauth-1.0a',
      "import OAuth from 'oauth-1.0a';\nimport { createHmac } from 'node:crypto';",
      "new OAuth({ consumer: { key: 'k', secret: 's' }, signature_method: 'HMAC-SHA1', hash_function: (b, k) => createHmac('sha1', k).update(b).digest('base64') }).getSignature({ url: 'http://a.test', method: 'GET', data: {} }, 't', { oauth_nonce: 'n', oauth_timestamp: 1 })",
    ],
  ] as const
).map(library);

const NEWCOMER_CLIENTS: readonly SweepCase[] = (
  [
    [
      'oauth4webapi',
      "import * as o from 'oauth4webapi';",
      'const r = await o.discoveryRequest(new URL(url), { [o.allowInsecureRequests]: true });\nreturn [r.status, (await r.json()).a];',
      { a: 1 },
    ],
    [
      'spotify-web-api-node',
      "import S from 'spotify-web-api-node';",
      "return typeof new S({ clientId: 'a' }).createAuthorizeURL(['x'], 's') + (await (await fetch(url)).json()).a;",
      { a: 1 },
    ],
    [
      'googleapis',
      "import { google } from 'googleapis';",
      "const s = google.sheets({ version: 'v4', auth: 'k', rootUrl: url + '/' });\nreturn (await s.spreadsheets.values.get({ spreadsheetId: 'a', range: 'A1' })).data.values;",
      { values: [['1']] },
    ],
    [
      'node-geocoder',
      "import g from 'node-geocoder';",
      "return (await g({ provider: 'openstreetmap', osmServer: url }).geocode('Oslo'))[0].latitude;",
      [{ lat: '59.9', lon: '10.7', address: {} }],
    ],
    [
      '@mapbox/mapbox-sdk',
      "import geocoding from '@mapbox/mapbox-sdk/services/geocoding.js';",
      "return (await geocoding({ accessToken: 'pk.eyJ1IjoiYSJ9.x', origin: url }).forwardGeocode({ query: 'a' }).send()).body.features.length;",
      { features: [] },
    ],
    [
      'jsforce',
      "import jsforce from 'jsforce';",
      "return (await new jsforce.Connection({ instanceUrl: url, accessToken: 'k' }).query('SELECT Id FROM A')).totalSize;",
      { totalSize: 1, done: true, records: [{ Id: '1' }] },
    ],
    [
      'minio',
      "import { Client } from 'minio';",
      "const c = new Client({ endPoint: '127.0.0.1', port: Number(new URL(url).port), useSSL: false, accessKey: 'a', secretKey: 'b', region: 'us-east-1' });\nreturn (await c.listBuckets()).map((b) => b.name);",
      {
        type: 'application/xml',
        body: '<?xml version="1.0"?><ListAllMyBucketsResult><Buckets><Bucket><Name>a</Name><CreationDate>2026-01-01T00:00:00.000Z</CreationDate></Bucket></Buckets></ListAllMyBucketsResult>',
      },
    ],
    [
      'aws-sdk',
      "import AWS from 'aws-sdk';",
      "return (await new AWS.SQS({ endpoint: url, region: 'a', accessKeyId: 'a', secretAccessKey: 'b', maxRetries: 0 }).listQueues().promise()).QueueUrls;",
      { QueueUrls: ['q'] },
    ],
    [
      '@azure/cosmos',
      "import { CosmosClient } from '@azure/cosmos';",
      "return await new CosmosClient({ endpoint: url, key: 'YQ==', connectionPolicy: { enableEndpointDiscovery: false } }).database('a').read().then((r) => r.resource.id, (e) => String(e.code ?? e.message));",
      { id: 'a', writableLocations: [], readableLocations: [] },
    ],
    [
      '@google-cloud/bigquery',
      "import { BigQuery } from '@google-cloud/bigquery';",
      "const b = new BigQuery({ projectId: 'p', apiEndpoint: url, token: 'k' });\nreturn typeof b.dataset('a').table('b').id + (await (await fetch(url)).json()).a;",
      { a: 1 },
    ],
    [
      'arangojs',
      "import { Database } from 'arangojs';",
      'return (await new Database({ url }).version()).version;',
      { server: 'arango', version: '3' },
    ],
    [
      'soap',
      "import soap from 'soap';",
      "return await soap.createClientAsync(url + '/a?wsdl').then((c) => Object.keys(c.describe()), (e) => e.message.slice(0, 60));",
      {
        type: 'text/xml',
        body: '<?xml version="1.0"?><definitions name="A" targetNamespace="urn:a" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="urn:a"><service name="S"></service></definitions>',
      },
    ],
    [
      'xmlrpc',
      "import xmlrpc from 'xmlrpc';",
      "return await new Promise((done, fail) => xmlrpc.createClient({ url }).methodCall('a', [1], (e, v) => (e ? fail(e) : done(v))));",
      {
        type: 'text/xml',
        body: '<?xml version="1.0"?><methodResponse><params><param><value><int>7</int></value></param></params></methodResponse>',
      },
    ],
    [
      'jayson',
      "import jayson from 'jayson/promise/index.js';",
      "return (await jayson.Client.http(url).request('a', [1], 'i')).result;",
      { jsonrpc: '2.0', id: 'i', result: 5 },
    ],
    [
      'pusher',
      "import Pusher from 'pusher';",
      "return (await new Pusher({ appId: '1', key: 'k', secret: 's', host: '127.0.0.1', port: new URL(url).port }).trigger('a', 'b', {})).status;",
      {},
    ],
    [
      'ably',
      "import Ably from 'ably';",
      "return await new Ably.Rest({ key: 'a.b:c', restHost: '127.0.0.1', port: Number(new URL(url).port), tls: false, fallbackHosts: [] }).time().then(String, (e) => e.message.slice(0, 80));",
      [1000],
    ],
    [
      'expo-server-sdk',
      "import { Expo } from 'expo-server-sdk';",
      "return [Expo.isExpoPushToken('ExponentPushToken[a]'), (await (await fetch(url)).json()).a];",
      { a: 1 },
    ],
    [
      '@mailchimp/mailchimp_marketing',
      "import m from '@mailchimp/mailchimp_marketing';",
      "m.setConfig({ apiKey: 'k', server: 'us1' });\nm.ApiClient?.instance;\nreturn typeof m.ping.get + (await (await fetch(url)).json()).a;",
      { a: 1 },
    ],
    [
      '@opentelemetry/exporter-trace-otlp-http',
      "import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';",
      "const e = new OTLPTraceExporter({ url: url + '/v1/traces' });\nreturn (await new Promise((done) => e.export([], done))).code;",
      {},
      '@opentelemetry/api',
    ],
    [
      'jwks-rsa',
      "import jwks from 'jwks-rsa';",
      "return (await jwks({ jwksUri: url + '/k' }).getKeys()).length;",
      { keys: [{ kid: 'a', kty: 'RSA' }] },
    ],
    [
      '@hapi/wreck',
      "import Wreck from '@hapi/wreck';",
      "return (await Wreck.post(url + '/a', { payload: { b: 1 }, json: true })).payload;",
      ECHO,
    ],
    [
      'convex',
      "import { ConvexHttpClient } from 'convex/browser';",
      "return await new ConvexHttpClient(url, { skipConvexDeploymentUrlCheck: true }).query('a:b', {});",
      { status: 'success', value: 3, logLines: [] },
    ],
    [
      '@huggingface/hub',
      "import { modelInfo } from '@huggingface/hub';",
      "return (await modelInfo({ name: 'a/b', hubUrl: url })).name;",
      {
        _id: '1',
        id: 'a/b',
        private: false,
        downloads: 1,
        gated: false,
        likes: 1,
        lastModified: '2026-01-01T00:00:00.000Z',
      },
    ],
    [
      'probe-image-size',
      "import probe from 'probe-image-size';",
      "return await probe(url + '/a.svg').then((r) => [r.width, r.type], (e) => e.message);",
      {
        type: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="6"></svg>',
      },
    ],
    [
      '@apidevtools/json-schema-ref-parser',
      "import { $RefParser } from '@apidevtools/json-schema-ref-parser';",
      "return await $RefParser.dereference(url + '/a.json', { resolve: { http: { safeUrlResolver: false } } });",
      { type: 'object', properties: { a: { type: 'string' } } },
    ],
    [
      '@datadog/datadog-api-client',
      "import { client, v1 } from '@datadog/datadog-api-client';",
      "const c = client.createConfiguration({ authMethods: { apiKeyAuth: 'k', appKeyAuth: 'a' }, baseServer: new client.ServerConfiguration(url, {}) });\nreturn (await new v1.AuthenticationApi(c).validate()).valid;",
      { valid: true },
    ],
    [
      'ccxt',
      "import ccxt from 'ccxt';",
      'const e = new ccxt.kraken();\ne.urls.api.public = url;\nreturn (await e.publicGetTime()).result.unixtime;',
      { error: [], result: { unixtime: 5 } },
    ],
    [
      'mqtt',
      "import mqtt from 'mqtt';",
      'return typeof mqtt.connect + (await (await fetch(url)).json()).a;',
      { a: 1 },
    ],
    [
      'pouchdb',
      "import P from 'pouchdb-core';\nimport http from 'pouchdb-adapter-http';",
      "return (await P.plugin(http) && await new P(url + '/a', { adapter: 'http', skip_setup: true }).info()).doc_count;",
      { db_name: 'a', doc_count: 2, update_seq: 1 },
      'pouchdb-core',
      'pouchdb-adapter-http',
    ],
  ] as const
).map((row) => client(row as never));

export const NEWCOMER_CASES: readonly SweepCase[] = [...NEWCOMER_LIBRARIES, ...NEWCOMER_CLIENTS];
