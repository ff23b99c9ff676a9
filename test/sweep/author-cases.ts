import { client, library, type SweepCase } from './sweep-case.ts';

const ECHO = { method: '$method', path: '$path', sent: '$sent' };

/** What authors of plugins reach for beside the most popular: tried before anything was done for them. */
const AUTHOR_LIBRARIES: readonly SweepCase[] = (
  [
    [
      'node-ical',
      "import m from 'node-ical';",
      "Object.values(m.sync.parseICS('BEGIN:VCALENDAR\\r\\nBEGIN:VEVENT\\r\\nUID:1\\r\\nDTSTART:20260101T100000Z\\r\\nSUMMARY:a\\r\\nEND:VEVENT\\r\\nEND:VCALENDAR')).map((e) => e.summary)",
    ],
    [
      'csv-stringify',
      "import { stringify } from 'csv-stringify/sync';",
      "stringify([['a', 'b,c']])",
    ],
    [
      'fast-csv',
      "import { parseString } from 'fast-csv';",
      "await new Promise((done, fail) => { const rows = []; parseString('a,b\\n1,2\\n', { headers: true }).on('error', fail).on('data', (row) => rows.push(row)).on('end', () => done(rows)); })",
    ],
    [
      'rehype',
      "import { rehype } from 'rehype';",
      "String(await rehype().data('settings', { fragment: true }).process('<p>a'))",
    ],
    ['pug', "import m from 'pug';", "m.render('p= a', { a: 1 })"],
    ['arktype', "import { type } from 'arktype';", "type({ a: 'string' })({ a: 'x' })"],
    ['es-toolkit', "import { chunk } from 'es-toolkit';", 'chunk([1, 2, 3], 2)'],
    ['sentiment', "import S from 'sentiment';", "new S().analyze('cats are great').score"],
    ['unpdf', "import { getDocumentProxy } from 'unpdf';", 'typeof getDocumentProxy'],
    ['pdf-parse', "import * as m from 'pdf-parse';", 'typeof (m.PDFParse ?? m.default)'],
    [
      'docx',
      "import { Document, Packer, Paragraph } from 'docx';",
      "(await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('a')] }] }))).length > 1000",
    ],
    [
      'adm-zip',
      "import Z from 'adm-zip';",
      "(() => { const z = new Z(); z.addFile('a.txt', Buffer.from('x')); return new Z(z.toBuffer()).readAsText('a.txt'); })()",
    ],
    [
      'jpeg-js',
      "import m from 'jpeg-js';",
      'm.decode(m.encode({ data: Buffer.alloc(64, 128), width: 4, height: 4 }, 90).data).width',
    ],
    [
      'image-size',
      "import { imageSize } from 'image-size';",
      "imageSize(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')).width",
    ],
    [
      'svgo',
      "import { optimize } from 'svgo';",
      'optimize(\'<svg xmlns="http://www.w3.org/2000/svg"><g><rect width="1" height="1"/></g></svg>\').data.length > 10',
    ],
    [
      'croner',
      "import { Cron } from 'croner';",
      "new Cron('0 0 1 1 *', { timezone: 'UTC' }).nextRun(new Date(Date.UTC(2026, 1, 1))).toISOString()",
    ],
    [
      'keyv',
      "import Keyv from 'keyv';",
      "await (async () => { const k = new Keyv(); await k.set('a', 1); return k.get('a'); })()",
    ],
    ['opossum', "import C from 'opossum';", 'await new C(async (n) => n + 1).fire(1)'],
    [
      'consola',
      "import { createConsola } from 'consola';",
      'typeof createConsola({ level: 0 }).info',
    ],
    [
      'node-forge',
      "import m from 'node-forge';",
      "(() => { const d = m.md.sha256.create(); d.update('a'); return d.digest().toHex(); })()",
    ],
    ['hash-wasm', "import { sha256 } from 'hash-wasm';", "await sha256('a')"],
    ['@turf/turf', "import * as t from '@turf/turf';", 't.distance([0, 0], [1, 1]).toFixed(3)'],
    [
      'i18next',
      "import m from 'i18next';",
      "await (async () => { await m.init({ lng: 'en', resources: { en: { translation: { a: 'x {{b}}' } } } }); return m.t('a', { b: 1 }); })()",
    ],
    [
      '@faker-js/faker',
      "import { faker } from '@faker-js/faker';",
      '(() => { faker.seed(1); return faker.person.firstName(); })()',
    ],
    [
      'knex',
      "import knex from 'knex';",
      "knex({ client: 'pg' })('a').select('b').where({ c: 1 }).toString()",
    ],
    ['drizzle-orm', "import { sql } from 'drizzle-orm';", 'typeof sql`select 1`'],
    [
      'node-sql-parser',
      "import m from 'node-sql-parser';",
      "new m.Parser().astify('select a from b').type",
    ],
    [
      '@apidevtools/swagger-parser',
      "import P from '@apidevtools/swagger-parser';",
      "(await P.validate({ openapi: '3.0.0', info: { title: 'a', version: '1' }, paths: {} })).info.title",
    ],
    ['@sentry/node', "import * as Sentry from '@sentry/node';", 'typeof Sentry.captureException'],
    [
      '@modelcontextprotocol/client',
      "import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';",
      '[typeof Client, typeof StreamableHTTPClientTransport]',
    ],
    [
      '@deepgram/sdk',
      "import * as m from '@deepgram/sdk';",
      'typeof (m.createClient ?? m.DeepgramClient)',
    ],
    ['weaviate-client', "import m from 'weaviate-client';", 'typeof m.connectToCustom'],
    [
      'firebase',
      "import { initializeApp } from 'firebase/app';\nimport { getAuth } from 'firebase/auth';",
      "typeof getAuth(initializeApp({ apiKey: 'k', projectId: 'p' }))",
    ],
    [
      'firebase-admin',
      "import { initializeApp } from 'firebase-admin/app';",
      "initializeApp({ projectId: 'p' }).name",
    ],
    ['imapflow', "import { ImapFlow } from 'imapflow';", 'typeof ImapFlow'],
    [
      'mailparser',
      "import { simpleParser } from 'mailparser';",
      "((await simpleParser('Subject: a\\r\\n\\r\\nb')).subject)",
    ],
    [
      '@azure/identity',
      "import { ClientSecretCredential } from '@azure/identity';",
      "typeof new ClientSecretCredential('a', 'b', 'c').getToken",
    ],
  ] as const
).map((row) => library(row));

const AUTHOR_CLIENTS: readonly SweepCase[] = (
  [
    [
      '@octokit/core',
      "import { Octokit } from '@octokit/core';",
      "return (await new Octokit({ auth: 'k', baseUrl: url }).request('GET /repos/{owner}/{repo}', { owner: 'a', repo: 'b' })).data.path;",
      ECHO,
    ],
    [
      '@octokit/graphql',
      "import { graphql } from '@octokit/graphql';",
      "return await graphql('{ viewer { login } }', { baseUrl: url, headers: { authorization: 'token k' } });",
      { data: { viewer: { login: 'a' } } },
    ],
    [
      '@googleapis/calendar',
      "import { calendar } from '@googleapis/calendar';",
      "return (await calendar({ version: 'v3', auth: 'k', rootUrl: url + '/' }).events.list({ calendarId: 'a' })).data.items;",
      { items: [{ id: 'e' }] },
    ],
    [
      '@googleapis/gmail',
      "import { gmail } from '@googleapis/gmail';",
      "return (await gmail({ version: 'v1', auth: 'k', rootUrl: url + '/' }).users.messages.list({ userId: 'me' })).data.messages;",
      { messages: [{ id: 'm' }] },
    ],
    [
      'google-auth-library',
      "import { OAuth2Client } from 'google-auth-library';",
      "const c = new OAuth2Client('a', 'b', 'c');\nc.setCredentials({ access_token: 't' });\nreturn (await c.request({ url: url + '/x' })).data.path;",
      ECHO,
    ],
    [
      '@aws-sdk/client-sqs',
      "import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs';",
      "const c = new SQSClient({ region: 'us-east-1', endpoint: url, credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1, md5: false });\nreturn (await c.send(new SendMessageCommand({ QueueUrl: url + '/q', MessageBody: 'x' }))).MessageId;",
      { MessageId: 'm1', MD5OfMessageBody: '9dd4e461268c8034f5c8564e155c67a6' },
    ],
    [
      '@aws-sdk/client-secrets-manager',
      "import { SecretsManagerClient, GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';",
      "const c = new SecretsManagerClient({ region: 'us-east-1', endpoint: url, credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1 });\nreturn (await c.send(new GetSecretValueCommand({ SecretId: 's' }))).SecretString;",
      { SecretString: 'v', Name: 's' },
    ],
    [
      '@aws-sdk/lib-dynamodb',
      "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';\nimport { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';",
      "const c = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1', endpoint: url, credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1 }));\nreturn (await c.send(new GetCommand({ TableName: 't', Key: { id: '1' } }))).Item;",
      { Item: { id: { S: '1' } } },
      '@aws-sdk/client-dynamodb',
    ],
    [
      '@upstash/vector',
      "import { Index } from '@upstash/vector';",
      "return await new Index({ url, token: 'k', retry: false }).info();",
      { result: { vectorCount: 1 } },
    ],
    [
      '@libsql/client',
      "import { createClient } from '@libsql/client/web';",
      "return (await createClient({ url }).execute('select 1')).rows.length;",
      {
        baton: null,
        base_url: null,
        results: [
          {
            type: 'ok',
            response: {
              type: 'execute',
              result: {
                cols: [{ name: 'a', decltype: null }],
                rows: [[{ type: 'integer', value: '1' }]],
                affected_row_count: 0,
                last_insert_rowid: null,
              },
            },
          },
          { type: 'ok', response: { type: 'close' } },
        ],
      },
    ],
    [
      '@neondatabase/serverless',
      "import { neon } from '@neondatabase/serverless';\nimport { neonConfig } from '@neondatabase/serverless';",
      "neonConfig.fetchEndpoint = () => url;\nreturn await neon('postgres://a:b@c.example.com/d')`select 1 as x`;",
      { fields: [{ name: 'x', dataTypeID: 23 }], rows: [['1']], rowCount: 1, command: 'SELECT' },
    ],
    [
      '@planetscale/database',
      "import { connect } from '@planetscale/database';",
      "const u = new URL(url);\nreturn (await connect({ host: 'h.example.com', username: 'a', password: 'b', fetch: (address, init) => fetch(url + new URL(address).pathname, init) }).execute('select 1 from dual')).size;",
      {
        session: {},
        result: {
          fields: [{ name: 'x', type: 'INT32' }],
          rows: [{ lengths: ['1'], values: 'MQ==' }],
        },
        timing: 1,
      },
    ],
    [
      '@clickhouse/client-web',
      "import { createClient } from '@clickhouse/client-web';",
      "return await (await createClient({ url }).query({ query: 'select 1', format: 'JSONEachRow' })).json();",
      '{"a":1}\n',
    ],
    [
      '@vercel/kv',
      "import { createClient } from '@vercel/kv';",
      "return await createClient({ url, token: 'k', enableAutoPipelining: false }).get('a');",
      { result: 'x' },
    ],
    [
      '@vercel/blob',
      "import { list } from '@vercel/blob';",
      "process.env.VERCEL_BLOB_API_URL = url;\nreturn (await list({ token: 'vercel_blob_rw_a_b' })).blobs.length;",
      { blobs: [], hasMore: false },
    ],
    [
      '@sanity/client',
      "import { createClient } from '@sanity/client';",
      "return await createClient({ projectId: 'abc', dataset: 'd', apiVersion: '2024-01-01', useCdn: false, apiHost: url, useProjectHostname: false }).fetch('*');",
      { result: [{ _id: 'a' }], ms: 1 },
    ],
    [
      '@line/bot-sdk',
      "import { messagingApi } from '@line/bot-sdk';",
      "return (await new messagingApi.MessagingApiClient({ channelAccessToken: 'k', baseURL: url }).getBotInfo()).userId;",
      { userId: 'u' },
    ],
    [
      'together-ai',
      "import Together from 'together-ai';",
      "return (await new Together({ apiKey: 'k', baseURL: url, maxRetries: 0 }).models.list()).length;",
      [],
    ],
    [
      '@fal-ai/client',
      "import { createFalClient } from '@fal-ai/client';",
      "return (await createFalClient({ credentials: 'a:b', requestMiddleware: async (r) => ({ ...r, url: url + '/x' }) }).run('fal-ai/x', { input: {} })).data;",
      { ok: true },
    ],
    [
      'voyageai',
      "import { VoyageAIClient } from 'voyageai';",
      "return (await new VoyageAIClient({ apiKey: 'k', environment: url }).embed({ input: 'x', model: 'm' })).data.length;",
      {
        object: 'list',
        data: [{ object: 'embedding', embedding: [1], index: 0 }],
        model: 'm',
        usage: { total_tokens: 1 },
      },
    ],
    [
      '@ai-sdk/anthropic',
      "import { createAnthropic } from '@ai-sdk/anthropic';\nimport { generateText } from 'ai';",
      "return (await generateText({ model: createAnthropic({ apiKey: 'k', baseURL: url })('m'), prompt: 'x', maxRetries: 0 })).text;",
      {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: 'hi' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      },
      'ai',
      'zod',
    ],
    [
      '@ai-sdk/google',
      "import { createGoogleGenerativeAI } from '@ai-sdk/google';\nimport { generateText } from 'ai';",
      "return (await generateText({ model: createGoogleGenerativeAI({ apiKey: 'k', baseURL: url })('m'), prompt: 'x', maxRetries: 0 })).text;",
      {
        candidates: [{ content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP' }],
      },
      'ai',
      'zod',
    ],
    [
      '@langchain/anthropic',
      "import { ChatAnthropic } from '@langchain/anthropic';",
      "return (await new ChatAnthropic({ apiKey: 'k', model: 'claude-3-5-haiku-latest', anthropicApiUrl: url, maxRetries: 0 }).invoke('x')).content;",
      {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: 'hi' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      },
      '@langchain/core',
    ],
    [
      '@opensearch-project/opensearch',
      "import { Client } from '@opensearch-project/opensearch';",
      "return (await new Client({ node: url }).search({ index: 'a', body: {} })).body.hits.total;",
      { hits: { total: 1, hits: [] } },
    ],
    ['nano', "import nano from 'nano';", 'return (await nano(url).db.list()).length;', ['a']],
    [
      '@shopify/graphql-client',
      "import { createGraphQLClient } from '@shopify/graphql-client';",
      "return (await createGraphQLClient({ url, headers: {}, retries: 0 }).request('{ shop { name } }')).data;",
      { data: { shop: { name: 'a' } } },
    ],
    [
      'square',
      "import { SquareClient } from 'square';",
      "return (await new SquareClient({ token: 'k', environment: url }).locations.list()).locations.length;",
      { locations: [] },
    ],
    [
      'bitbucket',
      "import bitbucket from 'bitbucket';\nconst { Bitbucket } = bitbucket;",
      'return (await new Bitbucket({ baseUrl: url, notice: false }).repositories.listGlobal({})).data.values.length;',
      { values: [] },
    ],
    [
      'webdav',
      "import { createClient } from 'webdav';",
      "return await createClient(url).getFileContents('/a', { format: 'text' });",
      'x',
    ],
    [
      'make-fetch-happen',
      "import f from 'make-fetch-happen';",
      "return (await (await f(url + '/a')).json()).path;",
      ECHO,
    ],
    [
      'axios-retry',
      "import axios from 'axios';\nimport retry from 'axios-retry';",
      "const c = axios.create();\nretry(c, { retries: 1 });\nreturn (await c.get(url + '/a')).data.path;",
      ECHO,
      'axios',
    ],
    [
      'openapi-fetch',
      "import create from 'openapi-fetch';",
      "return (await create({ baseUrl: url }).GET('/a')).data.path;",
      ECHO,
    ],
    [
      'redaxios',
      "import axios from 'redaxios';",
      "return (await axios.get(url + '/a')).data.path;",
      ECHO,
    ],
    [
      'graphql-http',
      "import { createClient } from 'graphql-http';",
      "return await new Promise((done, fail) => createClient({ url }).subscribe({ query: '{ a }' }, { next: done, error: fail, complete: () => undefined }));",
      { data: { a: 1 } },
      'graphql',
    ],
  ] as const
).map((row) => client(row));

export const AUTHOR_CASES: readonly SweepCase[] = [...AUTHOR_LIBRARIES, ...AUTHOR_CLIENTS];
