import { type ContentPart, failWith, type ToolOutcome } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { showOutcome } from './show-outcome.ts';

const HIDDEN = 'a\u202eb\u{e0041}';
const SHOWN = 'a\\u{202e}b\\u{e0041}';
const ok = (...content: readonly ContentPart[]): ToolOutcome => ({ status: 'ok', content });

describe('what a model or a person reads of an outcome (S-5)', () => {
  it('hides nothing in any part', () => {
    const parts = (text: string): readonly ContentPart[] => [
      { type: 'text', text, annotations: { priority: 1 }, _meta: { kept: HIDDEN } },
      { type: 'resource_link', uri: `x:${text}`, name: text, title: text, description: text },
      { type: 'resource', resource: { uri: 'u', mimeType: text, text } },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ];
    expect(showOutcome(ok(...parts(HIDDEN)))).toEqual(ok(...parts(SHOWN)));
  });

  it('hides nothing in structured results, keys included', () => {
    const outcome = { ...ok(), structured: { [HIDDEN]: [HIDDEN, 1, null] } };
    expect(showOutcome(outcome)).toEqual({ ...ok(), structured: { [SHOWN]: [SHOWN, 1, null] } });
  });

  it('hides nothing in failures and refusals', () => {
    const failed = failWith([{ type: 'text', text: HIDDEN }], { errorChars: 100 });
    expect(showOutcome(failed)).toMatchObject({
      message: SHOWN,
      content: [{ type: 'text', text: SHOWN }],
    });
    const refused: ToolOutcome = { status: 'refused', code: 'input_invalid', message: HIDDEN };
    expect(showOutcome(refused)).toEqual({ ...refused, message: SHOWN });
  });

  it('stays the same object where nothing hides', () => {
    const outcome = {
      ...ok(
        { type: 'text', text: 'two\nlines, 👩‍👧 and\ttabs' },
        { type: 'image', data: '', mimeType: 'x' },
      ),
      structured: { a: ['b'] },
    };
    expect(showOutcome(outcome)).toBe(outcome);
    const failed = failWith([{ type: 'text', text: 'no' }], { errorChars: 100 });
    expect(showOutcome(failed)).toBe(failed);
  });
});
