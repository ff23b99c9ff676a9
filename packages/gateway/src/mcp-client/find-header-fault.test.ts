import { describe, expect, it } from 'vitest';
import { findHeaderFault } from './find-header-fault.ts';

const text = (header: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': header });
const object = (properties: object) => ({ type: 'object', properties });

describe('headers that a tool of a server asks for (F-9)', () => {
  it.each([
    { what: 'none', schema: object({ a: { type: 'string' } }) },
    {
      what: 'one of each type',
      schema: object({ a: text('A'), b: text('B', 'integer'), c: text('C', 'boolean') }),
    },
    { what: 'one deep inside', schema: object({ a: object({ b: text('A') }) }) },
    { what: 'a property of that name', schema: object({ 'x-mcp-header': { type: 'string' } }) },
    {
      what: 'it as data',
      schema: object({ a: { type: 'string', enum: [{ 'x-mcp-header': '' }] } }),
    },
    { what: 'nothing at all', schema: true },
  ])('are right: $what', ({ schema }) => {
    expect(findHeaderFault(schema)).toBeUndefined();
  });

  it.each([
    { what: 'empty', schema: object({ a: text('') }) },
    { what: 'no text', schema: object({ a: text(5) }) },
    { what: 'a space in it', schema: object({ a: text('My Region') }) },
    { what: 'a colon in it', schema: object({ a: text('Region:Primary') }) },
    { what: 'a line break in it', schema: object({ a: text('Region\r\nX') }) },
    { what: 'beyond ASCII', schema: object({ a: text('Région') }) },
    { what: 'an object', schema: object({ a: text('A', 'object') }) },
    { what: 'a number', schema: object({ a: text('A', 'number') }) },
    { what: 'no type', schema: object({ a: { 'x-mcp-header': 'A' } }) },
    { what: 'twice', schema: object({ a: text('A'), b: text('a') }) },
    { what: 'of items', schema: object({ a: { type: 'array', items: text('A') } }) },
    { what: 'in a choice', schema: object({ a: { anyOf: [text('A')] } }) },
    { what: 'behind a reference', schema: { ...object({}), $defs: { a: text('A') } } },
    { what: 'of the whole', schema: { ...object({}), 'x-mcp-header': 'A' } },
  ])('are wrong: $what', ({ schema }) => {
    expect(findHeaderFault(schema)).toBeDefined();
  });
});
