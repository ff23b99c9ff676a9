import { defineExtension, defineTool, type FromJsonSchema, Type, text } from '@mortise/sdk';
import { describe, expect, expectTypeOf, it } from 'vitest';

// The compiler is the test: `pnpm typecheck` fails where a type differs or an error does not occur.

const facts = { name: 'a', description: 'A tool.' };

/** The type that a schema is read as. */
const typeOf = <const Schema>(_schema: Schema): FromJsonSchema<Schema> => undefined as never;

describe('the arguments of a tool', () => {
  it('have the type of a TypeBox schema', () => {
    const tool = defineTool({
      ...facts,
      parameters: Type.Object({
        city: Type.String(),
        days: Type.Optional(Type.Integer()),
        unit: Type.Union([Type.Literal('C'), Type.Literal('F')]),
      }),
      execute: (_id, params) => {
        expectTypeOf(params).toEqualTypeOf<{ city: string; days?: number; unit: 'C' | 'F' }>();
        // @ts-expect-error: it is called city
        void params.citty;
        return text(params.city);
      },
    });
    expect(tool.name).toBe('a');
  });

  it('have the type of a JSON Schema, written in place', () => {
    defineTool({
      ...facts,
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string' },
          days: { type: 'integer' },
          unit: { enum: ['C', 'F'] },
        },
        required: ['city', 'unit'],
      },
      execute: (_id, params) => {
        expectTypeOf(params).toEqualTypeOf<{ city: string; unit: 'C' | 'F'; days?: number }>();
        return text(params.city);
      },
    });
  });

  it('have the type of a JSON Schema that is declared elsewhere as const', () => {
    const parameters = {
      type: 'object',
      properties: { names: { type: 'array', items: { type: 'string' } } },
      required: ['names'],
      additionalProperties: false,
    } as const;
    defineTool({
      ...facts,
      parameters,
      execute: (_id, { names }) => text(names.join(', ')),
    });
  });

  it('are unknown if the schema is not a literal', () => {
    const parameters: { readonly [keyword: string]: unknown } = JSON.parse('{"type":"object"}');
    defineTool({
      ...facts,
      parameters,
      execute: (_id, params) => {
        expectTypeOf(params).toEqualTypeOf<unknown>();
        return text('');
      },
    });
  });

  it('are known where a tool is registered without being defined first', () => {
    defineExtension((api) => {
      api.registerTool({
        ...facts,
        parameters: Type.Object({ city: Type.String() }),
        execute: (_id, { city }) => text(city.toUpperCase()),
      });
      api.registerTool(
        {
          ...facts,
          parameters: { type: 'object', properties: { city: { type: 'string' } } },
          // @ts-expect-error: it may be missing
          execute: (_id, { city }) => text(city),
        },
        { optional: true },
      );
      api.registerTool(({ id }) => ({
        ...facts,
        parameters: Type.Object({}),
        execute: () => text(id),
      }));
    });
  });

  it('make no tool of what is none', () => {
    const parameters = Type.Object({});
    // @ts-expect-error: a text is no answer
    defineTool({ ...facts, parameters, execute: () => 'done' });
    // @ts-expect-error: the description is missing
    defineTool({ name: 'a', parameters, execute: () => text('') });
    // @ts-expect-error: no such kind of content
    defineTool({ ...facts, parameters, execute: () => ({ content: [{ type: 'txt', text: '' }] }) });
    // @ts-expect-error: no such capability
    defineTool({ ...facts, parameters, capabilities: { netwrok: {} }, execute: () => text('') });
  });
});

describe('a JSON Schema as a type', () => {
  it('knows plain types, several at once, values and lists', () => {
    expectTypeOf(typeOf({ type: 'string' })).toEqualTypeOf<string>();
    expectTypeOf(typeOf({ type: ['string', 'null'] })).toEqualTypeOf<string | null>();
    expectTypeOf(typeOf({ type: 'string', enum: ['a', 'b'] })).toEqualTypeOf<'a' | 'b'>();
    expectTypeOf(typeOf({ const: 3 })).toEqualTypeOf<3>();
    expectTypeOf(typeOf({ type: 'array' })).toEqualTypeOf<unknown[]>();
    expectTypeOf(typeOf({ type: 'array', items: { type: 'number' } })).toEqualTypeOf<number[]>();
    expectTypeOf(typeOf({})).toEqualTypeOf<unknown>();
    expectTypeOf(typeOf(true)).toEqualTypeOf<unknown>();
    expectTypeOf(typeOf(false)).toEqualTypeOf<never>();
  });

  it('knows objects: what must be there, what may be there, maps', () => {
    expectTypeOf(typeOf({ type: 'object' })).toEqualTypeOf<{ [name: string]: unknown }>();
    expectTypeOf(
      typeOf({ type: 'object', additionalProperties: { type: 'boolean' } }),
    ).toEqualTypeOf<{ [name: string]: boolean }>();
    expectTypeOf(
      typeOf({ type: 'object', properties: { a: { type: 'null' } }, required: ['a', 'b'] }),
    ).toEqualTypeOf<{ a: null; b: unknown }>();
  });

  it('knows tuples, which are full only if the schema says so', () => {
    const prefixItems = [{ type: 'string' }, { type: 'number' }] as const;
    expectTypeOf(typeOf({ type: 'array', prefixItems, items: false, minItems: 2 })).toEqualTypeOf<
      [string, number]
    >();
    expectTypeOf(typeOf({ type: 'array', prefixItems, items: false })).toEqualTypeOf<
      [string?, number?]
    >();
  });

  it('knows alternatives, combinations and references', () => {
    expectTypeOf(typeOf({ anyOf: [{ type: 'string' }, { type: 'number' }] })).toEqualTypeOf<
      string | number
    >();
    expectTypeOf(typeOf({ oneOf: [{ const: 'a' }, { const: 'b' }] })).toEqualTypeOf<'a' | 'b'>();
    const both = typeOf({
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
      ],
    });
    expectTypeOf(both).toExtend<{ a: string; b: number }>();
    const tree = typeOf({
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      required: ['root'],
      $defs: {
        node: {
          type: 'object',
          properties: {
            label: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
          required: ['label', 'children'],
        },
      },
    });
    type Label = (typeof tree)['root']['children'][number]['children'][number]['label'];
    expectTypeOf<Label>().toEqualTypeOf<string>();
  });

  it('leaves unknown what it cannot know', () => {
    expectTypeOf(typeOf({ $ref: 'https://example.com/schema' })).toEqualTypeOf<unknown>();
    expectTypeOf(typeOf({ type: 'text' })).toEqualTypeOf<unknown>();
    const wide: { type: string } = { type: 'string' };
    expectTypeOf(typeOf(wide)).toEqualTypeOf<unknown>();
  });
});
