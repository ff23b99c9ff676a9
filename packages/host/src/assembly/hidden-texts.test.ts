import type { Logger } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

/** Bidi override, zero-width space, a tag letter, an escape. */
const HIDDEN = 'x\u202ey\u200bz\u{e0041}\u001b[2J';
const SHOWN = 'x\\u{202e}y\\u{200b}z\\u{e0041}\\u{1b}[2J';
const SEEN = /\p{Cf}(?<!\u200d)|\p{Cc}(?<![\t\n])/u;

const SOURCE = `
const hidden = ${JSON.stringify(HIDDEN)};
const text = (value) => ({ content: [{ type: 'text', text: value }], structuredContent: { value } });
const ok = { type: 'object', properties: {} };
export default (api) => {
  const tool = (name, parts) => api.registerTool({ name, description: 'd', parameters: ok, execute: () => text('ok'), ...parts });
  tool('described', {
    description: hidden,
    annotations: { title: hidden },
    parameters: { type: 'object', properties: { a: { type: 'string', title: hidden, description: hidden, default: hidden, examples: [hidden] } } },
  });
  tool('named', { parameters: { type: 'object', properties: { [hidden]: {} } } });
  tool('listed', { parameters: { type: 'object', properties: { a: { enum: [hidden] } } } });
  tool('typo', { parameters: { type: 'object', properties: { a: { type: 'strnig' } } } });
  tool('bound', { parameters: { type: 'object', properties: { a: { minimum: '3' } } } });
  tool('broken', { parameters: { type: 'object', properties: { a: { pattern: '(' } } } });
  tool('must', { parameters: { type: 'object', required: 'x' } });
  tool('lost', { parameters: { type: 'object', properties: { a: { $ref: '#/$defs/b' } } } });
  tool('answers', { execute: (id, params, ctx) => { ctx.progress(hidden); ctx.log.info(hidden); return text(hidden + '\\n\\ttab 👩‍👧'); } });
  tool('throws', { execute: () => { throw new Error(hidden); } });
};`;

let host: Host;
const lines: string[] = [];
beforeAll(async () => {
  const keep = (_details: object, line: string) => void lines.push(line);
  const logger: Logger = { debug: keep, info: keep, warn: keep, error: keep };
  host = await createHost({
    config: { agents: { a: {} } },
    logger,
    extensions: [{ id: 'sly', source: SOURCE, manifest: { description: HIDDEN } }],
  });
});
afterAll(() => host.close());

describe('an extension with texts that hide something (S-5)', () => {
  it('has its texts shown and its impossible schemas left out', async () => {
    const definitions = await host.agent('a').session('s').definitions();
    expect(definitions.map(({ name }) => name)).toEqual(['answers', 'described', 'throws']);
    expect(JSON.stringify(definitions)).not.toMatch(SEEN);
    const [entry] = host.tools().filter(({ name }) => name === 'described');
    expect(entry).toMatchObject({
      description: SHOWN,
      annotations: { title: SHOWN },
      schema: { properties: { a: { title: SHOWN, default: SHOWN, examples: [SHOWN] } } },
    });
  });

  it('is told of each', () => {
    const [state] = host.extensions.list();
    const told = state?.diagnostics.map(({ code, subject }) => `${code} ${subject}`);
    expect(told).toEqual([
      'hidden_characters described',
      ...['named', 'listed', 'typo', 'bound', 'broken', 'must', 'lost'].map(
        (name) => `schema_invalid ${name}`,
      ),
    ]);
    expect(JSON.stringify(state)).not.toMatch(SEEN);
  });

  it('has its results, errors, progress and log lines shown', async () => {
    const progress: string[] = [];
    const results = await host
      .agent('a')
      .session('s')
      .execute(
        [
          { id: '1', name: 'answers', args: {} },
          { id: '2', name: 'throws', args: {} },
          { id: '3', name: HIDDEN, args: {} },
        ],
        { onProgress: ({ message }) => void progress.push(message) },
      );
    expect(results).toMatchObject([
      { ok: true, text: `${SHOWN}\n\ttab 👩‍👧`, structured: { value: `${SHOWN}\n\ttab 👩‍👧` } },
      { ok: false, message: expect.stringContaining(SHOWN) },
      { ok: false, message: expect.stringContaining(SHOWN) },
    ]);
    expect(progress).toEqual([SHOWN]);
    expect(lines.filter((line) => line.includes('x'))).toContain(SHOWN);
    expect(lines.join()).not.toMatch(SEEN);
  });
});
