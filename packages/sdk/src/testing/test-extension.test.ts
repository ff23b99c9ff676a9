import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replayFetch, testExtension } from './index.ts';

const GREETER = `
import { defineExtension, defineTool, text, Type } from '@mortise/sdk';

const greet = defineTool({
  name: 'greet',
  description: 'Greets somebody.',
  parameters: Type.Object({ name: Type.String({ minLength: 1 }) }),
  execute: (_id, { name }, ctx) => {
    ctx.log.info('greeting', name);
    ctx.progress('half way', 50);
    return text(\`Hello \${name} from \${ctx.agentId}\`);
  },
});

export default defineExtension((api) => api.registerTool(greet, { optional: true }));
`;

const WORLD = `
import { defineExtension, defineTool, text, Type } from '@mortise/sdk';
const any = Type.Object({});
export default defineExtension((api) => {
  api.registerTool(defineTool({
    name: 'remember', description: 'r', parameters: any, capabilities: { storage: {} },
    execute: async (_id, _params, ctx) => {
      const seen = Number(await ctx.storage.get('seen')) + 1;
      await ctx.storage.set('seen', seen);
      return text(String(seen));
    },
  }));
  api.registerTool(defineTool({
    name: 'forecast', description: 'f', parameters: any, capabilities: { network: { allowedHosts: ['api.test'] } },
    execute: async (_id, _params, ctx) => {
      const reply = await ctx.fetch('https://api.test/now', { method: 'post', headers: { 'X-A': '1' }, body: 'q' });
      const { sky } = await reply.json();
      return text(\`\${reply.status} \${reply.ok} \${reply.headers.get('Content-Type')} \${sky}\`);
    },
  }));
  api.registerTool(defineTool({
    name: 'wander', description: 'w', parameters: any, capabilities: { network: { allowedHosts: ['api.test'] } },
    execute: async () => text(await (await fetch('https://elsewhere.test/')).text()),
  }));
  api.registerTool(defineTool({
    name: 'files', description: 'f', parameters: any, capabilities: { fs_reach: { read: ['/data'], write: ['/data/out'] } },
    execute: async (_id, _params, ctx) => {
      await ctx.fs.write('/data/out/b.txt', (await ctx.fs.read('/data/a.txt')).content.toUpperCase());
      return text(JSON.stringify(await ctx.fs.list('/data')));
    },
  }));
  api.registerTool(defineTool({
    name: 'escape', description: 'e', parameters: any, capabilities: { fs_reach: { read: ['/data'] } },
    execute: async (_id, _params, ctx) => text((await ctx.fs.read('/data/../etc/passwd')).content),
  }));
  api.registerTool(defineTool({
    name: 'run', description: 'r', parameters: any, capabilities: { process: { allowedBinaries: ['git'] }, secrets: ['TOKEN'] },
    execute: async (_id, _params, ctx) =>
      text(JSON.stringify([await ctx.process.run('git', ['status']), await ctx.secrets.get('TOKEN')])),
  }));
});
`;

describe('testExtension', () => {
  it('bundles TypeScript and calls its tool in a real isolate (F-1)', async () => {
    await using extension = await testExtension({ source: GREETER });
    expect(extension.tools).toMatchObject([
      { name: 'greet', isOptional: true, schema: { type: 'object', required: ['name'] } },
    ]);
    const outcome = await extension.call('greet', { name: 'Ada' }, { agentId: 'main' });
    expect(outcome).toMatchObject({
      status: 'ok',
      text: 'Hello Ada from main',
      progress: [{ message: 'half way', percent: 50 }],
    });
    const line = { level: 'info', message: 'greeting Ada', place: 'index.ts:9:13' };
    expect(extension.logs).toContainEqual(line);
  });

  it('refuses arguments as a host would (E-14)', async () => {
    await using extension = await testExtension({ source: GREETER });
    expect(await extension.call('greet', { name: '' })).toMatchObject({
      status: 'refused',
      code: 'input_invalid',
    });
  });

  it('stands in for the world (E-10)', async () => {
    const files = new Map([['/data/a.txt', 'text']]);
    await using extension = await testExtension({
      source: WORLD,
      capabilities: {
        fetch: () => ({ json: { sky: 'grey' } }),
        files,
        run: (binary, args) => ({ binary, args: [...args] }),
        secrets: { TOKEN: 'value' },
      },
    });
    expect((await extension.call('remember')).text).toBe('1');
    expect((await extension.call('remember')).text).toBe('2');
    expect((await extension.call('forecast')).text).toBe('200 true application/json grey');
    expect(extension.requests).toEqual([
      {
        ...{ url: 'https://api.test/now', method: 'POST', body: 'q' },
        headers: { 'x-a': '1', 'content-type': 'text/plain;charset=UTF-8' },
      },
    ]);
    expect(await extension.call('wander')).toMatchObject({ code: 'capability_denied' });
    expect((await extension.call('files')).text).toContain('"out"');
    expect(files.get('/data/out/b.txt')).toBe('TEXT');
    expect(await extension.call('escape')).toMatchObject({ code: 'capability_denied' });
    expect((await extension.call('run')).text).toBe(
      '[{"binary":"git","args":["status"]},"{{TOKEN}}"]',
    );
  });

  it('denies what has no stand-in', async () => {
    await using extension = await testExtension({ source: WORLD });
    expect(await extension.call('forecast')).toMatchObject({ code: 'capability_denied' });
  });

  it('replays recorded answers and fails for what was not recorded', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'mortise-')), 'fetches.json');
    const request = { method: 'POST', url: 'https://api.test/now', body: 'q' };
    writeFileSync(
      file,
      JSON.stringify([{ request, response: { status: 201, json: { sky: 'x' } } }]),
    );
    await using extension = await testExtension({
      source: WORLD,
      capabilities: { fetch: replayFetch(file) },
    });
    expect((await extension.call('forecast')).text).toBe('201 true application/json x');
    const other = replayFetch(file);
    expect(() => other({ method: 'GET', url: 'https://api.test/now', headers: {} })).toThrow(
      'record it first',
    );
  });

  it('throws with every reason if the extension cannot be used', async () => {
    await expect(testExtension({ source: "import './missing.ts';" })).rejects.toThrow(
      /import_unresolved.*missing/,
    );
    await expect(
      testExtension({ source: "export default () => { throw new Error('no'); }" }),
    ).rejects.toThrow(/registration_failed.*no/);
  });

  it('says where a tool threw, in the files of its author (F-1)', async () => {
    await using extension = await testExtension({
      source: `export default (api: { registerTool(tool: object): void }) => {
  function parse(value?: { x: string }): string {
    return (value as { x: string }).x;
  }
  api.registerTool({ name: 'get', description: 'Gets.', parameters: { type: 'object' }, execute: () => parse() });
};`,
    });
    expect(await extension.call('get')).toMatchObject({
      status: 'failed',
      message: "TypeError: Cannot read properties of undefined (reading 'x')",
      trace: ['at parse (index.ts:3:37)', expect.stringMatching(/^at .*\(index\.ts:5:\d+\)$/)],
    });
  });

  it('says where the extension asked what a module of Node refuses, not where that is made (F-1)', async () => {
    const source = `import { readFileSync } from 'node:fs';
const words = readFileSync('./words.txt', 'utf8');
export default () => words;`;
    await expect(testExtension({ source })).rejects.toThrow(/ENOENT.* \(index\.ts:2:15\)/);
  });

  it('says at which line of a chain it threw, though the bundle has it on one line (F-1)', async () => {
    await using extension = await testExtension({
      source: `const read = (): any => ({});
export default (api: { registerTool(tool: object): void }) => {
  function first(): string {
    const hour = read();
    const list = hour.list;
    return list.first;
  }
  function names(): string {
    return read()
      .list
      .map(String);
  }
  const parts = { description: 'Gets.', parameters: { type: 'object' } };
  api.registerTool({ ...parts, name: 'first', execute: () => first() });
  api.registerTool({ ...parts, name: 'names', execute: () => names() });
};`,
    });
    const placeOf = async (name: string) => {
      const outcome = await extension.call(name);
      return outcome.status === 'failed' ? outcome.trace?.[0] : outcome.text;
    };
    expect(await placeOf('first')).toBe('at first (index.ts:6:17)');
    expect(await placeOf('names')).toBe('at names (index.ts:11:8)');
  });

  it('takes bodies that are forms and streams', async () => {
    const source = `export default (api) => api.registerTool({ name: 'send', description: 'Sends.', parameters: { type: 'object' },
      capabilities: { network: { allowedHosts: ['api.test'], methods: ['POST'] } },
      async execute() {
        const form = new FormData();
        form.append('a', new Blob(['x']), 'a.txt');
        await fetch('https://api.test/form', { method: 'POST', body: form });
        const body = new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode('st')); c.enqueue(new TextEncoder().encode('ream')); c.close(); } });
        const reply = await fetch('https://api.test/stream', { method: 'POST', body, duplex: 'half' });
        return { content: [{ type: 'text', text: await reply.text() }] };
      } });`;
    const fetch = ({ body = '' }) => ({ body: `got ${body.length}` });
    await using extension = await testExtension({ source, capabilities: { fetch } });
    expect(await extension.call('send')).toMatchObject({ text: 'got 6' });
    expect(extension.requests[0]?.body).toContain('filename="a.txt"');
    expect(extension.requests[1]?.body).toBe('stream');
  });
});
