import { type ContentPart, failWith, type ToolOutcome, textOf } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charsOfOutcome } from './allot-budget.ts';
import { trimOutcome } from './trim-outcome.ts';

const text = (value: string): ContentPart => ({ type: 'text', text: value });
const image: ContentPart = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
const ok = (...content: ContentPart[]): ToolOutcome => ({ status: 'ok', content });
const contentOf = (outcome: ToolOutcome) => (outcome.status === 'ok' ? outcome.content : []);

describe('what a cap covers (E-4b)', () => {
  it.each<{ what: string; part: ContentPart; chars: number }>([
    { what: 'text', part: text('12345'), chars: 5 },
    { what: 'the type of an image, not its data', part: image, chars: 9 },
    {
      what: 'all that a link says',
      part: { type: 'resource_link', uri: '1234', name: '12', title: '1', description: '123' },
      chars: 10,
    },
    {
      what: 'the text of a document and its address',
      part: { type: 'resource', resource: { uri: '12', mimeType: '3', text: '4567' } },
      chars: 7,
    },
    {
      what: 'not what is for programs',
      part: { type: 'text', text: '1', annotations: { priority: 1 }, _meta: { a: 'b' } },
      chars: 1,
    },
  ])('counts $what', ({ part, chars }) => {
    expect(charsOfOutcome(ok(part))).toBe(chars);
  });

  it('counts the ends of lines between texts', () => {
    expect(charsOfOutcome(ok(text('ab'), image, text('cd')))).toBe(2 + 1 + 2 + 9);
  });
});

describe('cutting content (E-4b, E-5)', () => {
  it('keeps order, annotations and _meta of what fits, and ends the text that does not', () => {
    const meta = { annotations: { audience: ['user'] as const }, _meta: { a: 1 } };
    const first: ContentPart = { type: 'text', text: 'first', ...meta };
    const trimmed = trimOutcome(ok(image, first, text('x'.repeat(200)), image, text('last')), 100);
    const content = contentOf(trimmed);
    expect(content.map(({ type }) => type)).toEqual(['image', 'text', 'text', 'image']);
    expect(content[1]).toEqual(first);
    expect(textOf(content)).toMatch(/^first\nx+\n\[truncated — 229 chars total\]$/);
    expect(charsOfOutcome(trimmed)).toBe(100);
  });

  it('cuts the text of a document', () => {
    const document: ContentPart = {
      type: 'resource',
      resource: { uri: 'u', text: 'y'.repeat(90) },
    };
    const [part] = contentOf(trimOutcome(ok(document, text('after')), 50));
    expect(part).toMatchObject({
      type: 'resource',
      resource: { uri: 'u', text: expect.stringMatching(/^y+\n\[truncated — 96 chars total\]$/) },
    });
  });

  it('drops a part whose address does not fit, and says that something is missing', () => {
    const link: ContentPart = { type: 'resource_link', uri: 'u'.repeat(80), name: 'n' };
    expect(contentOf(trimOutcome(ok(text('short'), link), 60))).toEqual([
      text('short'),
      text('[truncated — 86 chars total]'),
    ]);
  });

  it('cuts the parts of an error like its message', () => {
    const outcome = failWith([text('e'.repeat(100)), image], { errorChars: 2_000 });
    const trimmed = trimOutcome(outcome, 60);
    expect(trimmed).toMatchObject({ status: 'failed', code: 'execution_failed' });
    expect(charsOfOutcome(trimmed)).toBeLessThanOrEqual(60);
    expect(trimmed).toHaveProperty('content.1', image);
  });

  it('never exceeds the budget, whatever the parts', () => {
    const words = fc.string({ unit: 'binary', maxLength: 60 });
    const part = fc.oneof(
      words.map(text),
      words.map((mimeType): ContentPart => ({ type: 'image', data: 'aGk=', mimeType })),
      fc
        .tuple(words, words)
        .map(([uri, body]): ContentPart => ({ type: 'resource', resource: { uri, text: body } })),
      fc.tuple(words, words, words).map(
        ([uri, name, description]): ContentPart => ({
          ...({ type: 'resource_link', uri, name } as const),
          description,
        }),
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.nat({ max: 150 }), (content, budget) => {
        const trimmed = trimOutcome(ok(...content), budget);
        expect(charsOfOutcome(trimmed)).toBeLessThanOrEqual(budget);
        expect(textOf(contentOf(trimmed)).length).toBeLessThanOrEqual(budget);
        const isWhole = charsOfOutcome(ok(...content)) <= budget;
        if (isWhole) expect(contentOf(trimmed)).toEqual(content);
      }),
    );
  });
});
