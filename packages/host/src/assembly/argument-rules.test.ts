import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import { defineTool } from './define-tool.ts';
import type { Host } from './host.ts';

/** The tools answer with what arrived: one in an isolate, one in this process. */
const ECHO = `export default (api) => {
  const open = { type: 'object', properties: { path: { default: '/etc' }, n: {} } };
  api.registerTool({
    name: 'guest_echo', description: 'd', parameters: open,
    execute: (id, args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
  });
  api.registerTool({
    name: 'wipe', description: 'd', parameters: open, annotations: { destructiveHint: true },
    execute: () => ({ content: [{ type: 'text', text: 'gone' }] }),
  });
};`;

const echo = defineTool({
  name: 'core_echo',
  description: 'd',
  schema: { type: 'object' },
  execute: (args: unknown) => ({ ok: true, value: JSON.stringify(args) }) as const,
});

const DENIED = {
  anyOf: [
    { required: ['path'], properties: { path: { pattern: '^/etc(/|$)' } } },
    { required: ['n'], properties: { n: { type: 'number', minimum: 10 } } },
    { required: ['__proto__'] },
    { required: ['name'], properties: { name: { enum: ['\ufffd', 'é', 'a\ufffdb'] } } },
    { required: ['list'], properties: { list: { contains: { const: { a: 1, b: [0] } } } } },
  ],
};

/** The same in other words, on what arrived. */
function isDenied(args: Readonly<Record<string, unknown>>): boolean {
  const { path, n, name, list } = args;
  const own = (key: string) => Object.hasOwn(args, key);
  const isSame = (item: unknown) =>
    JSON.stringify(Object.entries((item ?? {}) as object).sort()) === '[["a",1],["b",[0]]]';
  return (
    (own('path') && (typeof path !== 'string' || path === '/etc' || path.startsWith('/etc/'))) ||
    (own('n') && typeof n === 'number' && n >= 10) ||
    own('__proto__') ||
    (own('name') && ['\ufffd', 'é', 'a\ufffdb'].includes(name as string)) ||
    (own('list') && (!Array.isArray(list) || list.some(isSame)))
  );
}

let host: Host;
beforeAll(async () => {
  const strict = {
    rules: [{ tools: '*', when: DENIED, then: 'deny', reason: 'not there' }],
  } as const;
  host = await createHost({
    tools: [echo],
    extensions: [{ id: 'echo', source: ECHO }],
    config: {
      agents: {
        open: {},
        held: { tools: strict },
        child: { parent: 'held' },
        careful: {
          tools: {
            askDestructive: true,
            rules: [
              { tools: ['core_echo'], when: { required: ['a'] }, then: 'allow' },
              { tools: ['core_echo'], when: { required: ['b'] }, then: 'ask', reason: 'b is rare' },
              { tools: ['core_echo'], when: { required: ['c'] }, then: 'deny', reason: 'never c' },
            ],
          },
        },
        closed: {
          tools: { rulesDefault: 'deny', rules: [{ tools: ['core_echo'], then: 'allow' }] },
        },
      },
    },
  });
});
afterAll(() => host.close());

async function run(agent: string, name: string, args: unknown) {
  const [result] = await host
    .agent(agent)
    .session('s')
    .execute([{ id: '1', name, args }], { approvalWaitMs: 0 });
  return result;
}

const anyArguments = fc.record(
  {
    path: fc.constantFrom<unknown>('/etc', '/etc/x', '/home', 'x/etc', '/ETC', '/etc\u0000', [
      '/etc',
    ]),
    n: fc.constantFrom<unknown>(9, 10, 1e1, 9.5, -0, 2 ** 60, '10', Number.POSITIVE_INFINITY, null),
    name: fc.constantFrom('\ufffd', 'é', 'e\u0301', 'a\ud800b', 'a\ufffdb', '\udc00', 'x'),
    list: fc.constantFrom<unknown>([{ b: [0], a: 1 }], [{ a: 1, b: [-0] }], [{ a: 1 }], [], [[]]),
    other: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
);

/** Says another thing each time it is read: what one run saw of it says nothing of another run. */
function flipping(args: Record<string, unknown>): unknown {
  let reads = 0;
  return Object.defineProperty({ ...args }, 'path', {
    enumerable: true,
    get: () => {
      reads += 1;
      return reads % 2 === 1 ? '/home' : '/etc';
    },
  });
}

function isFlipping(value: unknown): boolean {
  return Object.getOwnPropertyDescriptor(Object(value), 'path')?.get !== undefined;
}

/** Ways in which a caller may hold what it says, some of them to say two things. */
const anyTrick = fc.constantFrom<(args: Record<string, unknown>) => unknown>(
  (args) => args,
  (args) => Object.freeze({ ...args }),
  (args) => Object.assign(Object.create({ path: '/etc', toJSON: undefined }), args),
  (args) => JSON.parse(`{"__proto__":${JSON.stringify(args)},"path":"/home"}`),
  (args) => JSON.parse(`{"path":"/home",${JSON.stringify(args).slice(1, -1) || '"path":"/etc"'}}`),
  (args) => ({ toJSON: () => args }),
  (args) => new Proxy(args, {}),
  (args) => flipping(args),
  (args) => ({ ...args, n: rawJson('1e1') }),
  (args) => ({ ...args, n: rawJson('1e999') }),
);

function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}

describe('rules on arguments (T-3)', () => {
  it.each(['guest_echo', 'core_echo'])(
    'decide on the very value that arrives in %s, however it is held',
    async (tool) => {
      const property = fc.asyncProperty(anyArguments, anyTrick, async (args, trick) => {
        const result = await run('held', tool, trick(args));
        if (result?.ok === true) {
          expect(isDenied(JSON.parse(result.text))).toBe(false);
          return;
        }
        expect(['rule_denied', 'input_invalid']).toContain(result?.code);
        if (isFlipping(trick(args))) return;
        const open = await run('open', tool, trick(args));
        if (result?.code === 'rule_denied' && open?.ok === true)
          expect(isDenied(JSON.parse(open.text))).toBe(true);
      });
      await fc.assert(property, { numRuns: 400 });
    },
    60_000,
  );

  it('see long texts as they arrive, with halves of characters in them', async () => {
    for (const half of ['\ud800', '\udc00', '\ud800\ud800', '\ud83d\ude00']) {
      const path = `${'x'.repeat(3_000)}${half}${'y'.repeat(3_000)}`;
      const result = await run('held', 'guest_echo', { path });
      expect(result).toMatchObject({ ok: true, text: JSON.stringify({ path }) });
    }
  });

  it('are not passed by what a schema would fill in: a default is no argument', async () => {
    expect(await run('held', 'guest_echo', {})).toMatchObject({ ok: true, text: '{}' });
  });

  it.each([
    [{}, { ok: true }],
    [{ a: 1 }, { ok: true }],
    [
      { a: 1, b: 1 },
      { ok: false, code: 'approval_pending' },
    ],
    [
      { a: 1, b: 1, c: 1 },
      { ok: false, code: 'rule_denied' },
    ],
  ])('of several that match, the strictest counts: %j', async (args, then) => {
    expect(await run('careful', 'core_echo', args)).toMatchObject(then);
  });

  it('hold for all below an agent that has them', async () => {
    const result = await run('child', 'guest_echo', { path: '/etc' });
    expect(result).toMatchObject({ status: 'refused', code: 'rule_denied' });
    expect(result).toMatchObject({ message: expect.stringContaining('not there') });
  });

  it('without a match, what the operator set holds: of tools that no rule names, too', async () => {
    expect(await run('closed', 'core_echo', {})).toMatchObject({ ok: true });
    expect(await run('closed', 'guest_echo', {})).toMatchObject({ code: 'rule_denied' });
  });

  it('ask for tools that declare themselves destructive, if the operator says so', async () => {
    expect(await run('careful', 'wipe', {})).toMatchObject({ code: 'approval_pending' });
    expect(await run('open', 'wipe', {})).toMatchObject({ ok: true });
  });

  it('hold for every call of a batch, and tell observers', async () => {
    const rulings: unknown[] = [];
    using _leave = host.on('callFinished', ({ ruling }) => rulings.push(ruling?.verdict));
    const calls = [{ c: 1 }, {}].map((args, at) => ({ id: `${at}`, name: 'core_echo', args }));
    const results = await host.agent('careful').session('s').execute(calls);
    expect(results.map(({ ok }) => ok)).toEqual([false, true]);
    expect(rulings.toSorted()).toEqual(['allow', 'deny']);
  });

  it('refuse arguments that are too large to be decided in time', async () => {
    const result = await run('held', 'core_echo', { path: 'x'.repeat(900_000) });
    expect(result?.ok === true || result?.code === 'rule_denied').toBe(true);
  });
});
