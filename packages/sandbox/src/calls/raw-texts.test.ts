import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = openSandboxFixture();
  await fixture.loadTools('demo', {
    text: 'return text(params.text);',
    all: `return { content: [{ type: 'text', text: Object.keys(params).join() }], structured: params };`,
  });
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Long enough to cross as they are, with everything in them that frames are made of. */
const unit = fc.constantFrom(
  '\x1e',
  '\x1f',
  '\x1d',
  '\t',
  '\n',
  '"',
  '\\',
  '\0',
  'ä',
  '🎉',
  '\ud800',
  '\udc00',
  'x',
);
const text = fc.oneof(
  fc.string({ unit, minLength: 150, maxLength: 400 }),
  fc.string({ unit: 'grapheme', minLength: 150, maxLength: 400 }),
  fc.string({ unit: fc.constantFrom('x', 'y', '\n', '"', '🎉'), minLength: 200, maxLength: 9_000 }),
  fc.string(),
);

describe('texts that cross as they are', () => {
  it('come back the same as results, whatever is in them', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const reply = await fixture.call('demo', 'text', { args: { text: value } });
        expect(summarise(reply)).toBe(value);
      }),
      { numRuns: 150 },
    );
  });

  it('are in their places among the arguments', { timeout: 60_000 }, async () => {
    const key = fc.oneof(
      fc.constantFrom(
        'text',
        'constructor',
        'toString',
        '__proto__',
        'a b',
        'ä',
        '\x1f',
        '\x1d',
        '0',
      ),
      fc.string({ maxLength: 10 }),
    );
    const args = fc.dictionary(key, fc.oneof(text, fc.jsonValue()), { maxKeys: 8 });
    await fc.assert(
      fc.asyncProperty(args, async (value) => {
        const reply = await fixture.call('demo', 'all', { args: value });
        const crossed = JSON.parse(JSON.stringify(value));
        expect(summarise(reply)).toBe(Object.keys(crossed).join());
        expect(reply).toMatchObject({ status: 'ok' });
        const { structured } = reply as { structured?: unknown };
        expect(JSON.stringify(structured)).toBe(JSON.stringify(crossed));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    { what: 'a result of 256 kB', chars: 256_000, then: 'ok' },
    { what: 'a longer result', chars: 256_001, then: 'result_too_large' },
    {
      what: 'one of fewer characters and more bytes',
      chars: 90_000,
      of: 'ä€',
      then: 'result_too_large',
    },
  ])('counts bytes: $what → $then', async ({ chars, of = 'x', then }) => {
    const limits = { limits: { argumentBytes: 4_000_000 } };
    await using roomy = openSandboxFixture(limits);
    await roomy.loadTools('demo', { text: 'return text(params.of.repeat(params.chars));' });
    const reply = await roomy.call('demo', 'text', { args: { chars, of } });
    expect(reply.status === 'ok' ? 'ok' : reply.code).toBe(then);
  });
});
