import { describe, expect, it } from 'vitest';
import { argumentsOfSchema, schemaOfArguments } from './entry-arguments.ts';
import { hostName, isEntryName, isRegistrationName, registrationName } from './entry-kind.ts';

const CORE = { kind: 'core' } as const;
const NOTES = { kind: 'extension', id: 'notes' } as const;
const FILES = { kind: 'mcp', server: 'files' } as const;

describe('names of prompts and resources (F-10, S-5)', () => {
  it.each([
    { name: 'prompt:review', core: true, notes: true, files: false },
    { name: 'prompt:mcp__files__x', core: false, notes: false, files: true },
    { name: 'prompt:a b', core: false, notes: false, files: false },
    { name: 'prompt:', core: false, notes: false, files: false },
    { name: 'Prompt:a', core: false, notes: false, files: false },
    { name: 'resource:test://a', core: true, notes: false, files: false },
    { name: 'resource:mortise://notes/a', core: false, notes: true, files: false },
    { name: 'resource:mortise://other/a', core: false, notes: false, files: false },
    { name: 'resource:MORTISE://other/a', core: false, notes: false, files: false },
    { name: 'resource:mortise://notes/', core: false, notes: false, files: false },
    { name: 'resource:mortise://notes/../other/a', core: false, notes: false, files: false },
    { name: 'resource:mortise://notes/%2E%2e/a', core: false, notes: false, files: false },
    { name: 'resource:mortise://notes/a?b', core: false, notes: false, files: false },
    { name: 'resource:mortise://mcp__files/file:///a', core: false, notes: false, files: true },
    { name: 'resource:mortise://mcp__a__b/x:y', core: false, notes: false, files: false },
    { name: `resource:test://${'a'.repeat(600)}`, core: false, notes: false, files: false },
  ])('$name', ({ name, core, notes, files }) => {
    const found = [CORE, NOTES, FILES].map((origin) => isEntryName(name, origin));
    expect(found).toEqual([core, notes, files]);
  });

  it('puts the paths of an extension under an address of its own, and back', () => {
    const name = hostName('resource:pages/{id}', 'notes');
    expect(name).toBe('resource:mortise://notes/pages/{id}');
    expect(registrationName(name, 'notes')).toBe('resource:pages/{id}');
    expect([hostName('prompt:a', 'x'), hostName('a', 'x')]).toEqual(['prompt:a', 'a']);
  });

  it.each(['resource:/a', 'resource:a/', 'resource:a//b', 'resource:.', 'resource:a\u202eb'])(
    'takes no registration of %j',
    (name) => expect(isRegistrationName(name)).toBe(false),
  );
});

describe('arguments of prompts and resources (F-10)', () => {
  it('are what their schema says', () => {
    const given = [
      { name: 'topic', description: 'About', isRequired: true, isCompleted: true },
      { name: 'tone', isRequired: false, isCompleted: false },
    ];
    expect(argumentsOfSchema(schemaOfArguments(given))).toEqual(given);
  });

  it.each([
    {},
    { additionalProperties: false, properties: { a: { type: 'number' } } },
    { additionalProperties: false, properties: { $a: { type: 'string' } } },
    { additionalProperties: false, properties: JSON.parse('{"__proto__":{"type":"string"}}') },
    { additionalProperties: false, properties: {}, required: ['a'] },
    { additionalProperties: false, properties: { $complete: { enum: ['a'] } } },
  ])('are none of %j', (schema) => expect(argumentsOfSchema(schema)).toBeUndefined());
});
