import { client, library, type SweepCase } from './sweep-case.ts';

const CHAT = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

const FURTHER_LIBRARIES: readonly SweepCase[] = (
  [
    // Dates, times, numbers.
    [
      'spacetime',
      "import spacetime from 'spacetime';",
      "spacetime('2026-01-31', 'Europe/Oslo').add(1, 'month').format('iso-short')",
    ],
    [
      'date-and-time',
      "import * as date from 'date-and-time';",
      '(date.default ?? date).addDays(new Date(0), 3).toISOString()',
    ],
    [
      '@internationalized/date',
      "import { parseDate } from '@internationalized/date';",
      "parseDate('2026-02-27').add({ days: 3 }).toString()",
    ],
    [
      '@date-fns/tz',
      "import { TZDate } from '@date-fns/tz';",
      "new TZDate(2026, 0, 1, 'Asia/Tokyo').toISOString()",
    ],
    ['timeago.js', "import { format } from 'timeago.js';", 'format(Date.now() - 3 * 3600_000)'],
    ['parse-duration', "import parse from 'parse-duration';", "parse('1h 20m')"],
    ['pretty-ms', "import prettyMs from 'pretty-ms';", 'prettyMs(1_337_000)'],
    [
      'dinero.js',
      "import { dinero, add, toDecimal } from 'dinero.js';\nconst USD = { code: 'USD', base: 10, exponent: 2 };",
      'toDecimal(add(dinero({ amount: 500, currency: USD }), dinero({ amount: 25, currency: USD })))',
    ],
    ['big.js', "import Big from 'big.js';", "new Big('0.1').plus('0.2').toString()"],
    [
      'fraction.js',
      "import Fraction from 'fraction.js';",
      "new Fraction('1/3').add('1/6').toFraction()",
    ],
    [
      'convert-units',
      "import convert from 'convert-units';",
      "Math.round((convert.default ?? convert)(1).from('mi').to('m'))",
    ],
    [
      'ml-matrix',
      "import { Matrix, inverse } from 'ml-matrix';",
      'inverse(new Matrix([[2, 0], [0, 4]])).to2DArray()',
    ],
    ['expr-eval', "import { Parser } from 'expr-eval';", "Parser.evaluate('2 * x + 1', { x: 3 })"],
    [
      'hyperformula',
      "import { HyperFormula } from 'hyperformula';",
      "HyperFormula.buildFromArray([['1', '2', '=SUM(A1:B1)']], { licenseKey: 'gpl-v3' }).getCellValue({ sheet: 0, col: 2, row: 0 })",
    ],
    ['jexl', "import jexl from 'jexl';", "await jexl.eval('a.b + 1', { a: { b: 2 } })"],
    // Text.
    ['voca', "import v from 'voca';", "v.titleCase('hello world')"],
    [
      'string-similarity',
      "import s from 'string-similarity';",
      "s.compareTwoStrings('healed', 'sealed').toFixed(2)",
    ],
    [
      'transliteration',
      "import { transliterate } from 'transliteration';",
      "transliterate('你好 Größe')",
    ],
    ['node-emoji', "import * as emoji from 'node-emoji';", "emoji.emojify(':pizza: :heart:')"],
    ['tinyld', "import { detect } from 'tinyld';", "detect('ceci est un texte en francais')"],
    [
      'stopword',
      "import { removeStopwords } from 'stopword';",
      "removeStopwords('the tea is hot'.split(' '))",
    ],
    ['asciichart', "import chart from 'asciichart';", 'chart.plot([1, 3, 2])'],
    ['ansi-to-html', "import A from 'ansi-to-html';", "new A().toHtml('\\u001b[31mred\\u001b[0m')"],
    ['zxcvbn', "import zxcvbn from 'zxcvbn';", "zxcvbn('correct horse').score"],
    // Markdown, HTML, styles, pictures of text.
    [
      'commonmark',
      "import { Parser, HtmlRenderer } from 'commonmark';",
      "new HtmlRenderer().render(new Parser().parse('# a *b*'))",
    ],
    [
      'node-html-markdown',
      "import { NodeHtmlMarkdown } from 'node-html-markdown';",
      "NodeHtmlMarkdown.translate('<h1>a</h1><p>b <b>c</b></p>')",
    ],
    [
      '@asciidoctor/core',
      "import { convert } from '@asciidoctor/core';",
      "await convert('= a\\n\\n*b*')",
    ],
    [
      '@mdx-js/mdx',
      "import { compile } from '@mdx-js/mdx';",
      "String(await compile('# a {1 + 1}')).includes('h1')",
    ],
    [
      'remark-gfm',
      "import { unified } from 'unified';\nimport parse from 'remark-parse';\nimport gfm from 'remark-gfm';",
      "unified().use(parse).use(gfm).parse('| a |\\n| - |\\n| b |').children[0].type",
      'unified',
      'remark-parse',
    ],
    [
      'rehype-sanitize',
      "import { rehype } from 'rehype';\nimport sanitize from 'rehype-sanitize';",
      "String(await rehype().data('settings', { fragment: true }).use(sanitize).process('<p onclick=x>a<script>b</script></p>'))",
      'rehype',
    ],
    ['xss', "import xss from 'xss';", "xss('<b onclick=x>a</b><script>b</script>')"],
    [
      'css-tree',
      "import * as css from 'css-tree';",
      "css.generate(css.parse('a { color : red ; }'))",
    ],
    [
      'prismjs',
      "import Prism from 'prismjs';",
      "Prism.highlight('const a = 1', Prism.languages.javascript, 'javascript')",
    ],
    ['katex', "import katex from 'katex';", "katex.renderToString('x^2').length"],
    [
      'html-minifier-terser',
      "import { minify } from 'html-minifier-terser';",
      "await minify('<p>  a  </p> <!-- b -->', { collapseWhitespace: true, removeComments: true, minifyCSS: true })",
    ],
    // Data formats.
    ['xml-js', "import x from 'xml-js';", 'x.xml2js(\'<a b="1">c</a>\', { compact: true })'],
    ['toml', "import toml from 'toml';", "toml.parse('[a]\\nb = 1')"],
    ['hjson', "import h from 'hjson';", "h.parse('a: 1 # c\\nb: two')"],
    [
      'lossless-json',
      "import { parse, stringify } from 'lossless-json';",
      'stringify(parse(\'{"a":12345678901234567890}\'))',
    ],
    ['jsonrepair', "import { jsonrepair } from 'jsonrepair';", 'jsonrepair("{a: \'b\', c: [1, 2")'],
    [
      'superjson',
      "import superjson from 'superjson';",
      'superjson.stringify({ a: new Date(0), b: new Set([1]) })',
    ],
    [
      'devalue',
      "import * as devalue from 'devalue';",
      'devalue.stringify({ a: new Map([[1, 2n]]) })',
    ],
    [
      'fast-json-stringify',
      "import f from 'fast-json-stringify';",
      "f({ type: 'object', properties: { a: { type: 'integer' } } })({ a: 1, b: 2 })",
    ],
    [
      'json-schema-faker',
      "import * as j from 'json-schema-faker';",
      "typeof (await (j.generate ?? j.JSONSchemaFaker?.resolve ?? j.default.resolve)({ type: 'object', required: ['a'], properties: { a: { type: 'integer' } } })).a",
    ],
    [
      '@cfworker/json-schema',
      "import { Validator } from '@cfworker/json-schema';",
      "new Validator({ type: 'number' }).validate('a').valid",
    ],
  ] as const
).map(library);

const FURTHER_CLIENTS: readonly SweepCase[] = (
  [
    [
      'node-fetch-native',
      "import { fetch } from 'node-fetch-native';",
      'return (await fetch(url)).json();',
      { a: 1 },
    ],
    [
      'fetch-retry',
      "import fetchRetry from 'fetch-retry';",
      'return (await fetchRetry(fetch)(url, { retries: 1 })).json();',
      { a: 1 },
    ],
    [
      'teeny-request',
      "import { teenyRequest } from 'teeny-request';",
      "return await new Promise((done, fail) => teenyRequest({ uri: url, method: 'GET' }, (e, r, body) => (e ? fail(e) : done(body))));",
      { a: 1 },
    ],
    [
      'aws4fetch',
      "import { AwsClient } from 'aws4fetch';",
      "return (await new AwsClient({ accessKeyId: 'a', secretAccessKey: 'b', service: 's3', region: 'r' }).fetch(url)).json();",
      { a: 1 },
    ],
    [
      '@octokit/request',
      "import { request } from '@octokit/request';",
      "return (await request('GET /user', { baseUrl: url })).data.login;",
      { login: 'a' },
    ],
    [
      '@aws-sdk/client-lambda',
      "import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';",
      "return (await new LambdaClient({ endpoint: url, region: 'a', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }).send(new ListFunctionsCommand({}))).Functions.length;",
      { Functions: [{ FunctionName: 'f' }] },
    ],
    [
      '@aws-sdk/client-sns',
      "import { SNSClient, PublishCommand } from '@aws-sdk/client-sns';",
      "return (await new SNSClient({ endpoint: url, region: 'a', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }).send(new PublishCommand({ TopicArn: 't', Message: 'm' }))).MessageId;",
      {
        type: 'text/xml',
        body: '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>m1</MessageId></PublishResult></PublishResponse>',
      },
    ],
    [
      '@aws-sdk/client-sts',
      "import { STSClient, GetCallerIdentityCommand } from '@aws-sdk/client-sts';",
      "return (await new STSClient({ endpoint: url, region: 'a', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }).send(new GetCallerIdentityCommand({}))).Account;",
      {
        type: 'text/xml',
        body: '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Account>123</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
      },
    ],
    [
      '@googleapis/sheets',
      "import { sheets } from '@googleapis/sheets';",
      "return (await sheets({ version: 'v4', auth: 'k', rootUrl: url + '/' }).spreadsheets.values.get({ spreadsheetId: 'a', range: 'A1' })).data.values;",
      { values: [['1']] },
    ],
    [
      '@googleapis/youtube',
      "import { youtube } from '@googleapis/youtube';",
      "return (await youtube({ version: 'v3', auth: 'k', rootUrl: url + '/' }).search.list({ part: ['id'] })).data.items.length;",
      { items: [] },
    ],
    [
      '@azure/data-tables',
      "import { TableClient, AzureNamedKeyCredential } from '@azure/data-tables';",
      "return (await new TableClient(url, 't', new AzureNamedKeyCredential('a', 'YQ=='), { allowInsecureConnection: true }).getEntity('p', 'r')).v;",
      { partitionKey: 'p', rowKey: 'r', v: 'x' },
    ],
    [
      '@langchain/google-genai',
      "import { ChatGoogleGenerativeAI } from '@langchain/google-genai';",
      "return (await new ChatGoogleGenerativeAI({ apiKey: 'k', model: 'm', baseUrl: url }).invoke('hi')).content;",
      {
        candidates: [
          { content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP', index: 0 },
        ],
      },
      '@langchain/core',
    ],
    [
      '@langchain/ollama',
      "import { ChatOllama } from '@langchain/ollama';",
      "return (await new ChatOllama({ baseUrl: url, model: 'm', streaming: false }).invoke('hi')).content;",
      {
        type: 'application/x-ndjson',
        body: '{"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"hi"},"done":true,"done_reason":"stop"}\n',
      },
      '@langchain/core',
    ],
    [
      '@ai-sdk/openai-compatible',
      "import { createOpenAICompatible } from '@ai-sdk/openai-compatible';\nimport { generateText } from 'ai';",
      "return (await generateText({ model: createOpenAICompatible({ name: 'x', baseURL: url })('m'), prompt: 'hi' })).text;",
      CHAT,
      'ai',
      'zod',
    ],
    [
      '@ai-sdk/groq',
      "import { createGroq } from '@ai-sdk/groq';\nimport { generateText } from 'ai';",
      "return (await generateText({ model: createGroq({ apiKey: 'k', baseURL: url })('m'), prompt: 'hi' })).text;",
      CHAT,
      'ai',
      'zod',
    ],
    [
      '@ai-sdk/cohere',
      "import { createCohere } from '@ai-sdk/cohere';\nimport { generateText } from 'ai';",
      "return (await generateText({ model: createCohere({ apiKey: 'k', baseURL: url })('m'), prompt: 'hi' })).text;",
      {
        generation_id: 'g',
        message: { role: 'assistant', content: [{ type: 'text', text: 'hi' }] },
        finish_reason: 'COMPLETE',
        usage: {
          billed_units: { input_tokens: 1, output_tokens: 1 },
          tokens: { input_tokens: 1, output_tokens: 1 },
        },
      },
      'ai',
      'zod',
    ],
    [
      'portkey-ai',
      "import { Portkey } from 'portkey-ai';",
      "return (await new Portkey({ apiKey: 'k', baseURL: url }).chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })).choices[0].message.content;",
      CHAT,
    ],
    [
      '@instructor-ai/instructor',
      "import Instructor from '@instructor-ai/instructor';\nimport OpenAI from 'openai';\nimport { z } from 'zod';",
      "return await Instructor({ client: new OpenAI({ apiKey: 'k', baseURL: url }), mode: 'TOOLS' }).chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }], response_model: { schema: z.object({ n: z.number() }), name: 'N' } }).then((v) => v.n, (e) => e.message.slice(0, 80));",
      {
        ...CHAT,
        choices: [
          {
            index: 0,
            finish_reason: 'tool_calls',
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [
                { id: 't', type: 'function', function: { name: 'N', arguments: '{"n":4}' } },
              ],
            },
          },
        ],
      },
      'openai',
      'zod',
    ],
    [
      'mem0ai',
      "import { MemoryClient } from 'mem0ai';",
      "return await new MemoryClient({ apiKey: 'k', host: url }).search('tea', { filters: { user_id: 'u' } }).then((r) => JSON.stringify(r), (e) => e.message);",
      { status: 'ok', org_id: 'o', project_id: 'p', user_email: 'e', results: [] },
    ],
    [
      'apify-client',
      "import { ApifyClient } from 'apify-client';",
      "return (await new ApifyClient({ token: 'k', baseUrl: url }).user('me').get()).username;",
      { data: { id: 'i', username: 'a' } },
    ],
    [
      '@browserbasehq/sdk',
      "import Browserbase from '@browserbasehq/sdk';",
      "return (await new Browserbase({ apiKey: 'k', baseURL: url }).sessions.list()).length;",
      [],
    ],
    [
      '@woocommerce/woocommerce-rest-api',
      "import W from '@woocommerce/woocommerce-rest-api';",
      "return (await new (W.default ?? W)({ url, consumerKey: 'k', consumerSecret: 's', version: 'wc/v3' }).get('products')).data.length;",
      [],
    ],
    [
      'shopify-api-node',
      "import Shopify from 'shopify-api-node';",
      "const s = new Shopify({ shopName: 'a', accessToken: 'k' });\ns.baseUrl = new URL(url);\nreturn (await s.shop.get().then((r) => r.name, (e) => e.name));",
      { shop: { name: 'a' } },
    ],
    [
      'node-zendesk',
      "import zendesk from 'node-zendesk';",
      "return (await zendesk.createClient({ username: 'a', token: 'k', endpointUri: url }).users.list()).length;",
      { users: [], count: 0, next_page: null },
    ],
    [
      '@workos-inc/node',
      "import { WorkOS } from '@workos-inc/node';",
      "return (await new WorkOS('k', { apiHostname: '127.0.0.1', https: false, port: Number(new URL(url).port) }).organizations.getOrganization('o')).name;",
      { object: 'organization', id: 'o', name: 'a', domains: [], created_at: '', updated_at: '' },
    ],
    [
      'simple-oauth2',
      "import { ClientCredentials } from 'simple-oauth2';",
      "return (await new ClientCredentials({ client: { id: 'a', secret: 'b' }, auth: { tokenHost: url } }).getToken({})).token.access_token;",
      { access_token: 't', token_type: 'bearer', expires_in: 60 },
    ],
    [
      '@getbrevo/brevo',
      "import * as brevo from '@getbrevo/brevo';",
      "const c = brevo.BrevoClient ? new brevo.BrevoClient({ apiKey: 'k', baseUrl: url }) : undefined;\nreturn c ? (await c.account.getAccount()).email : 'none';",
      { email: 'a@b.c', firstName: 'a', lastName: 'b', companyName: 'c', plan: [], address: {} },
    ],
    [
      'mixpanel',
      "import Mixpanel from 'mixpanel';",
      "const m = Mixpanel.init('t', { host: new URL(url).host, protocol: 'http', verbose: true });\nreturn await new Promise((done) => m.track('a', { distinct_id: 'u' }, (e) => done(e ? String(e) : 'sent')));",
      '1',
    ],
    [
      'customerio-node',
      "import { TrackClient } from 'customerio-node';",
      "const c = new TrackClient('s', 'k', { url: url + '/' });\nreturn await c.identify('1', { a: 1 }).then((r) => JSON.stringify(r), (e) => e.message);",
      { ok: true },
    ],
    [
      'contentful-management',
      "import { createClient } from 'contentful-management';",
      "return (await createClient({ accessToken: 'k', host: new URL(url).host, insecure: true }).raw.get('/spaces')).total;",
      { total: 2, items: [] },
    ],
    [
      '@storyblok/js',
      "import { storyblokInit, apiPlugin } from '@storyblok/js';",
      "const { storyblokApi } = storyblokInit({ accessToken: 'k', use: [apiPlugin], bridge: false, apiOptions: { endpoint: url } });\nreturn (await storyblokApi.get('cdn/stories', {})).data.stories.length;",
      { stories: [], cv: 1 },
    ],
    [
      '@prismicio/client',
      "import { createClient } from '@prismicio/client';",
      "return (await createClient(url + '/api/v2').getRepository()).license;",
      {
        refs: [{ id: 'm', ref: 'r', isMasterRef: true }],
        license: 'l',
        languages: [],
        types: {},
        tags: [],
        forms: {},
      },
    ],
    [
      '@tryghost/content-api',
      "import G from '@tryghost/content-api';",
      "return (await new G({ url, key: 'a'.repeat(26), version: 'v5.0' }).posts.browse()).length;",
      { posts: [], meta: { pagination: {} } },
    ],
    [
      'wpapi',
      "import WPAPI from 'wpapi';",
      'return (await new WPAPI({ endpoint: url }).posts()).length;',
      [],
    ],
    [
      '@growthbook/growthbook',
      "import { GrowthBook } from '@growthbook/growthbook';",
      "const g = new GrowthBook({ apiHost: url, clientKey: 'k' });\nawait g.init({ timeout: 2000 });\nreturn g.isOn('f');",
      { status: 200, features: { f: { defaultValue: true } } },
    ],
    [
      '@novu/api',
      "import { Novu } from '@novu/api';",
      "return await new Novu({ secretKey: 'k', serverURL: url }).trigger({ workflowId: 'w', to: 's', payload: {} }).then((r) => r.result.acknowledged, (e) => e.name);",
      { data: { acknowledged: true, status: 'processed', transactionId: 't' } },
    ],
    [
      'wikijs',
      "import wiki from 'wikijs';",
      "return (await (wiki.default ?? wiki)({ apiUrl: url }).search('tea')).results;",
      { query: { search: [{ title: 'Tea' }] } },
    ],
    [
      '@supabase/postgrest-js',
      "import { PostgrestClient } from '@supabase/postgrest-js';",
      "return (await new PostgrestClient(url).from('a').select('*').eq('b', 1)).data.length;",
      [{ b: 1 }],
    ],
    [
      '@crowdin/crowdin-api-client',
      "import crowdin from '@crowdin/crowdin-api-client';",
      "const C = crowdin.default ?? crowdin;\nreturn (await new C({ token: 'k', baseUrl: url }).usersApi.getAuthenticatedUser()).data.username;",
      { data: { id: 1, username: 'a' } },
    ],
    [
      'e2b',
      "import { Sandbox } from 'e2b';",
      "return await Sandbox.list({ apiKey: 'e2b_0', apiUrl: url }).nextItems().then((l) => l.length, (e) => e.message.slice(0, 60));",
      [],
    ],
    [
      'ntfy',
      "import { publish } from 'ntfy';",
      "return (await publish({ message: 'm', server: url, topic: 't' })).id;",
      { id: 'i', time: 1, event: 'message', topic: 't', expires: 2 },
    ],
  ] as const
).map(client);

/** Tried after all the others: again as strangers pick them, among what the others left out. */
export const FURTHER_CASES: readonly SweepCase[] = [...FURTHER_LIBRARIES, ...FURTHER_CLIENTS];
