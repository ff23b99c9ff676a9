import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALL_FAULTS } from './faults.ts';
import {
  createReader,
  createWriters,
  type FieldKind,
  FRAME_END,
  type FrameFields,
  type FrameTable,
  quote,
  unquote,
  wholeNumber,
} from './frame-codec.ts';
import { GUEST_TO_RUNNER } from './guest-to-runner.ts';
import { HOST_TO_RUNNER } from './host-to-runner.ts';
import { RUNNER_TO_HOST } from './runner-to-host.ts';
import { WATCH_TO_HOST } from './watch-to-host.ts';

const TABLES: { readonly [name: string]: FrameTable } = {
  HOST_TO_RUNNER,
  RUNNER_TO_HOST,
  GUEST_TO_RUNNER,
  WATCH_TO_HOST,
};
const FRAMES = Object.entries(TABLES).flatMap(([name, table]) =>
  Object.entries(table).map(([kind, fields]) => ({ name, table, kind, fields })),
);

function anyValue(kind: FieldKind): fc.Arbitrary<unknown> {
  if (typeof kind !== 'string') return fc.constantFrom(...kind);
  const number = fc.nat();
  const word = fc.stringMatching(/^[\w.]*$/);
  const json = fc.jsonValue().map((value) => JSON.stringify(value));
  const quoted = fc.string().map(quote);
  return { whole: number, measure: number, flag: fc.boolean(), word, json, quoted }[kind];
}

function anyFields(fields: FrameFields): fc.Arbitrary<{ readonly [name: string]: never }> {
  const values = Object.entries(fields).map(([name, kind]) => [name, anyValue(kind)]);
  return fc.record(Object.fromEntries(values));
}

describe('frames', () => {
  it.each(FRAMES)('come back as they were written: $kind of $name', ({ table, kind, fields }) => {
    const write = createWriters(table)[kind];
    const read = createReader(table);
    fc.assert(
      fc.property(anyFields(fields), (values) => {
        const text = write?.(values) ?? '';
        expect(text.indexOf(FRAME_END)).toBe(text.length - 1);
        expect(read(text.slice(0, -1))).toEqual({ kind, ...values });
      }),
    );
  });

  it.each(FRAMES)('are refused without all of their fields: $kind of $name', ({ table, kind }) => {
    expect(createReader(table)(kind)).toBeUndefined();
    expect(createReader(table)(`${kind.slice(0, -1)}\t1`)).toBeUndefined();
  });

  it.each([
    { text: 'ended\t1\t2\t3\tcpu\t""', then: true },
    { text: 'ended\t1\tNaN\t-3\tcpu\t""', then: true },
    { text: 'ended\tx\t2\t3\tcpu\t""', then: false },
    { text: 'ended\t1\t2\t3\t__proto__\t""', then: false },
    { text: 'ended\t1\t2\t3\tcpu', then: false },
    { text: 'constructor\t1', then: false },
    { text: '__proto__\t1', then: false },
    { text: '', then: false },
  ])('from a runner are checked field by field: $text → $then', ({ text, then }) => {
    expect(createReader(RUNNER_TO_HOST)(text) !== undefined).toBe(then);
  });

  it.each([
    { field: '0', then: 0 },
    { field: '42', then: 42 },
    { field: '', then: undefined },
    { field: '-1', then: undefined },
    { field: '1.5', then: undefined },
    { field: 'NaN', then: undefined },
    { field: '1'.repeat(16), then: undefined },
  ])('have whole numbers: $field is $then', ({ field, then }) => {
    expect(wholeNumber(field)).toBe(then);
  });

  it('carry texts as JSON, and nothing but a string is taken for one', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(unquote(quote(text))).toBe(text);
      }),
    );
    const others = ['{}', '1', 'null', '"', ''] as ReturnType<typeof quote>[];
    expect(others.map(unquote)).toEqual(others.map(() => undefined));
  });

  it('have these kinds', () => {
    expect(Object.keys(HOST_TO_RUNNER)).toEqual([
      'open',
      'close',
      'cancel',
      'answer',
      'postpone',
      'ping',
    ]);
    expect(Object.keys(RUNNER_TO_HOST)).toEqual([
      'ready',
      'opened',
      'unopened',
      'ended',
      'ask',
      'progress',
      'log',
      'reached',
      'calm',
      'lost',
    ]);
    expect(Object.keys(GUEST_TO_RUNNER)).toEqual([
      'faulted',
      'unchecked',
      'ask',
      'progress',
      'log',
      'compute',
      'timer',
      'untimer',
      'registered',
      'unregistered',
    ]);
    expect(Object.keys(WATCH_TO_HOST)).toEqual(['answers', 'busy']);
    expect(CALL_FAULTS).toHaveLength(15);
  });
});
