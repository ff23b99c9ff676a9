import { formOfArguments } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formOf, holdArguments } from './held-arguments.ts';

describe('arguments that are hashed later (T-7)', () => {
  it('have the form that they would have had at once, whatever they are', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
    );
    const name = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (args) => {
        const held = holdArguments(args);
        if (Object.hasOwn(args, '__proto__')) return expect(held).toBeUndefined();
        expect(held && formOf(held)).toBe(formOfArguments(args));
      }),
      { numRuns: 200 },
    );
  });

  it('are as they were, whatever their giver does to them', () => {
    const args: { [name: string]: unknown } = { text: 'given', count: 1 };
    const held = holdArguments(args);
    args['text'] = 'changed';
    args['more'] = true;
    expect(held && formOf(held)).toBe(formOfArguments({ text: 'given', count: 1 }));
  });

  it('are read once: what a getter says next does not count', () => {
    let reads = 0;
    const args = {
      get text() {
        reads += 1;
        return `read ${reads}`;
      },
    };
    const held = holdArguments(args);
    expect(held && formOf(held)).toBe(formOfArguments({ text: 'read 1' }));
  });

  it.each([
    { what: 'nothing', args: undefined },
    { what: 'a text', args: 'text' },
    { what: 'a list', args: [1] },
    { what: 'a second level', args: { list: [] } },
    { what: 'a value that JSON drops', args: { gone: undefined } },
    { what: 'a value that JSON refuses', args: { large: 1n } },
    { what: 'an instance', args: new Date(0) },
    { what: 'a form of their own', args: { toJSON: () => ({ a: 1 }) } },
    { what: 'a name that is no key', args: JSON.parse('{"__proto__":1}') as unknown },
  ])('are not held, and so hashed as they always are: $what', ({ args }) => {
    expect(holdArguments(args)).toBeUndefined();
  });

  it('count as long as their texts and names at least', () => {
    const args = { name: 'x'.repeat(1_000), other: 'y'.repeat(500) };
    expect(holdArguments(args)?.length).toBeGreaterThanOrEqual(1_509);
  });
});
