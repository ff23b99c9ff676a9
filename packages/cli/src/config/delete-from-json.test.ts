import { type ParseError, parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { deleteFromJson } from './delete-from-json.ts';
import { editConfig } from './edit-config-list.ts';
import { removeExtension } from './edit-extensions.ts';

const LAYOUTS = [
  '{ "extensions": ["a","b","c"], "x": 1 }',
  '{"extensions":["a", "b", "c"]}',
  '{ "extensions": [ "a", "b", "c", ] }',
  '{\n  "extensions": [\n    "a", // one\n    "b",\n    "c" // three\n  ]\n}',
  '{\r\n\t"extensions": [\r\n\t\t"a",\r\n\t\t"b",\r\n\t\t"c",\r\n\t],\r\n}',
];

function read(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
}

describe('taking an entry out of a JSON list', () => {
  it.each(LAYOUTS)('leaves a text that can be read, whichever entry it is, in %j', (text) => {
    for (const gone of ['a', 'b', 'c']) {
      const extensions = ['a', 'b', 'c'].filter((each) => each !== gone);
      expect(read(removeExtension(text, 'x.jsonc', gone))).toMatchObject({ extensions });
    }
    const remove = { kind: 'remove', path: ['extensions'], positions: [1, 2] } as const;
    expect(read(editConfig(text, 'x.jsonc', [remove]))).toMatchObject({ extensions: ['a'] });
    const all = { ...remove, positions: [0, 1, 2] };
    expect(read(editConfig(text, 'x.jsonc', [all]))).toMatchObject({ extensions: [] });
  });

  it('keeps the comments of the others', () => {
    const text = '{\n  "a": [\n    "x", // one\n    "y", "z", // two\n    "w" // three\n  ]\n}';
    expect(deleteFromJson(text, ['a', 3])).toBe(
      '{\n  "a": [\n    "x", // one\n    "y", "z" // two\n  ]\n}',
    );
    expect(deleteFromJson(text, ['a', 1])).toContain('"x", // one\n    "z", // two\n    "w"');
    expect(deleteFromJson(text, ['a', 0])).toBe(text.replace('\n    "x", // one', ''));
  });

  it('takes the last key of an object on one line out', () => {
    expect(deleteFromJson('{ "a": { "b": 1, "c": 2 } }', ['a', 'c'])).toBe('{ "a": { "b": 1 } }');
  });
});
