import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture } from './sandbox-fixture.ts';

const TOOLS = {
  deep: `function inner() { null.x; } function outer() { inner(); } outer();`,
  later: `await ctx.sleep(1); throw new RangeError('later');`,
  caused: `try { JSON.parse('{'); } catch (cause) { throw new Error('outer', { cause }); }`,
  text: `throw 'a text';`,
  nothing: `throw undefined;`,
  nil: `await Promise.reject(null);`,
  number: `throw 5;`,
  forged: `const e = new Error('forged'); e.stack = 'Error\\n    at evil (file:///etc/passwd:1:1)\\n    at own (extension:///x.js:2:2)'; throw e;`,
  liar: `throw { name: 'Liar', message: 'm', get stack() { throw new Error('trap'); } };`,
  huge: `const e = new Error('h'.repeat(900_000)); throw e;`,
  refused: `function ask() { return ctx.storage.get('x'); } await ask();`,
  logs: `console.log('one', { a: 1 }); ctx.log.warn('two'); console.error(new TypeError('three')); return text('');`,
  aggregate: `await Promise.any([Promise.reject(new TypeError('one')), Promise.reject(new Error('two'))]);`,
  object: `throw { code: 'E_AWAY', retry: { after: 3 }, get trap() { throw 1; } };`,
  console: `console.warn('%s has %d of %j', 'a', '4', { b: 1 }, 'rest'); console.log('100% of', 'x'); console.assert(true, 'not'); console.assert(false, 'told');
    console.table([{ a: 1 }]); console.group('named'); console.groupEnd(); console.count(); console.count(); console.time('t'); console.timeEnd('t'); console.dir({ d: 1 }, { depth: 0 }); return text('');`,
  unhandled: `Promise.reject(new SyntaxError('nobody waits')); await ctx.sleep(5); return text('went on');`,
} as const;

let fixture: SandboxFixture;
const lines: { readonly level: string; readonly message: string; readonly trace?: unknown }[] = [];
beforeAll(async () => {
  const note = (level: string) => (details: object, message: string) =>
    lines.push({ level, message, ...('trace' in details && { trace: details.trace }) });
  const logger = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  fixture = openSandboxFixture({ logger });
  await fixture.loadTools('x', TOOLS, { placesLogs: true });
  await fixture.loadTools('plain', { logs: TOOLS.logs });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const callOf = (name: keyof typeof TOOLS) => fixture.call('x', name);

describe('a tool that throws (S-5)', () => {
  it('is told with where, from the inside out, beside its message', async () => {
    const outcome = await callOf('deep');
    expect(outcome).toMatchObject({
      status: 'failed',
      code: 'execution_failed',
      message: "TypeError: Cannot read properties of null (reading 'x')",
      trace: [
        expect.stringMatching(/^at inner \(bundle\.js:\d+:\d+\)$/),
        expect.stringMatching(/^at outer \(bundle\.js:\d+:\d+\)$/),
        expect.stringMatching(/^at Object\.execute \(bundle\.js:\d+:\d+\)$/),
      ],
    });
  });

  it('says so after it waited, too, and what caused it', async () => {
    expect(await callOf('later')).toMatchObject({
      message: 'RangeError: later',
      trace: [expect.stringMatching(/^at Object\.execute \(bundle\.js:/)],
    });
    const { trace = [] } = (await callOf('caused')) as { readonly trace?: readonly string[] };
    expect(trace.join('\n')).toMatch(
      /^at Object\.execute \(bundle[^\n]+\ncaused by SyntaxError: [^\n]+\nat Object\.execute \(bundle/,
    );
  });

  it('says of errors that were thrown together what each was', async () => {
    const { trace = [] } = (await callOf('aggregate')) as { readonly trace?: readonly string[] };
    expect(trace.join('\n')).toMatch(
      /^caused by TypeError: one\nat Object\.execute [^\n]+\ncaused by two\nat Object\.execute [^\n]+$/,
    );
  });

  it('says of an object without a message what it holds, to people alone', async () => {
    expect(await callOf('object')).toMatchObject({
      message: 'an object was thrown',
      trace: ["thrown: { code: 'E_AWAY', retry: { after: 3 }, trap: [Getter that throws] }"],
    });
  });

  it.each([
    { name: 'text', message: 'a text', trace: undefined },
    { name: 'nothing', message: 'undefined was thrown', trace: undefined },
    { name: 'nil', message: 'null was thrown', trace: undefined },
    { name: 'number', message: 'a number was thrown', trace: undefined },
    { name: 'liar', message: 'Liar: m', trace: undefined },
    { name: 'forged', message: 'forged', trace: ['at own (bundle.js:2:2)'] },
  ] as const)('names only places in its own code: $name', async ({ name, message, trace }) => {
    const outcome = await callOf(name);
    expect(outcome).toMatchObject({ message });
    expect('trace' in outcome ? outcome.trace : undefined).toEqual(trace);
  });

  it('keeps its place behind a long message, and for what the host refused', async () => {
    expect(await callOf('huge')).toMatchObject({
      trace: [expect.stringMatching(/^at Object\.execute/)],
    });
    expect(await callOf('refused')).toMatchObject({
      code: 'capability_denied',
      trace: [
        expect.stringMatching(/^at ask \(bundle\.js:\d+:\d+\)$/),
        expect.stringMatching(/^at Object\.execute \(bundle\.js:\d+:\d+\)$/),
      ],
    });
  });

  it('in a registration is told with its place, in the message and as a trace', async () => {
    const source = `function setUp() { throw new Error('not today'); }\nexport default () => { setUp(); };`;
    const failed = await fixture.sandbox.load({ id: 'broken', source });
    expect(failed).toMatchObject({
      code: 'registration_failed',
      message: expect.stringMatching(/not today \(bundle\.js:1:\d+\)$/),
      trace: [expect.stringMatching(/^at setUp/), expect.stringMatching(/bundle\.js:2:/)],
    });
    const mixed = await fixture.sandbox.load({
      ...{ id: 'mixed', source: 'module.exports = 1; export default 1;' },
    });
    expect(mixed).toMatchObject({
      code: 'registration_failed',
      hint: expect.stringContaining('write `export default` instead of `module.exports`'),
    });
    const early = await fixture.sandbox.load({ id: 'early', source: 'null.x; export default 1;' });
    expect(early).toMatchObject({ message: expect.stringMatching(/\(bundle\.js:1:6\)$/) });
  });
});

describe('what a guest logs (S-2, S-5)', () => {
  it('says where it was written, and where an error in it was thrown', async () => {
    lines.length = 0;
    await callOf('logs');
    expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      'info one { a: 1 }',
      'warn two',
      'error TypeError: three',
    ]);
    for (const { trace } of lines)
      expect(trace).toEqual([expect.stringMatching(/bundle\.js:\d+:\d+/)]);
  });

  it('has what every method of console says', async () => {
    lines.length = 0;
    await callOf('console');
    expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      'warn a has 4 of { b: 1 } rest',
      'info 100% of x',
      'error Assertion failed told',
      'info [ { a: 1 } ]',
      'info named',
      'info default: 1',
      'info default: 2',
      expect.stringMatching(/^info t: \d+ ms$/),
      'debug { d: 1 }',
    ]);
    for (const { trace } of lines)
      expect(trace).toEqual([expect.stringMatching(/bundle\.js:\d+:\d+/)]);
  });

  it('says no place where it is not asked for', async () => {
    lines.length = 0;
    await fixture.call('plain', 'logs');
    expect(lines.map(({ trace }) => trace)).toEqual([undefined, undefined, [expect.any(String)]]);
  });

  it('has rejections that nothing waits for in it, with their place', async () => {
    lines.length = 0;
    expect(await callOf('unhandled')).toMatchObject({ status: 'ok' });
    expect(lines).toEqual([
      {
        level: 'warn',
        message: 'unhandled rejection: SyntaxError: nobody waits',
        trace: [expect.stringMatching(/bundle\.js:\d+:\d+/)],
      },
    ]);
  });
});
