import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeContentPart, contentFields, readContentPart } from './content-fields.ts';
import type { ContentPart } from './content-part.ts';

const EVERY_PART: readonly ContentPart[] = [
  { type: 'text', text: 't', annotations: { audience: ['user'], priority: 0.5 }, _meta: { a: 1 } },
  { type: 'image', data: 'aGk=', mimeType: 'image/png', _meta: { a: { b: [1] } } },
  { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  {
    ...({ type: 'resource_link', uri: 'u', name: 'n', title: 'T', description: 'd' } as const),
    ...{ mimeType: 'm', size: 3, annotations: { lastModified: '2026-01-02T03:04:05Z' } },
  },
  { type: 'resource', resource: { uri: 'u', mimeType: 'm', text: 't', _meta: { a: 1 } } },
  { type: 'resource', resource: { uri: 'u', blob: 'aGk=' }, annotations: {} },
];

describe('reading content parts (S-5, E-4b)', () => {
  it.each(EVERY_PART)('keeps every field of $type', (part) => {
    const read = readContentPart({ ...part });
    expect(read).toEqual(part);
    expect(Object.isFrozen(read)).toBe(true);
  });

  it.each([
    null,
    'text',
    [],
    {},
    { type: 'video', data: 'x' },
    { type: 'text' },
    { type: 'text', text: 5 },
    { type: 'image', data: 'x' },
    { type: 'resource', resource: null },
    { type: 'resource', resource: { uri: 'u' } },
    { type: '__proto__' },
    { type: 'constructor' },
  ])('takes %j for no part', (value) => {
    expect(readContentPart(value)).toBeUndefined();
  });

  it('leaves out fields that it does not know or that are not what they should be', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`);
    const part = {
      ...{ type: 'resource_link', uri: 'u', name: 'n', mimeType: 5, size: -1, extra: 1 },
      annotations: { audience: ['user', 'root', 7], priority: 2, lastModified: 'now', extra: 1 },
      _meta: deep,
    };
    expect(readContentPart(part)).toEqual({
      ...{ type: 'resource_link', uri: 'u', name: 'n' },
      annotations: { audience: ['user'] },
    });
  });

  it('reads each field once and keeps nothing of the giver', () => {
    let reads = 0;
    const meta = { a: { b: 1 } };
    const part = {
      type: 'text',
      get text() {
        reads += 1;
        return `read ${reads}`;
      },
      _meta: meta,
    };
    const read = readContentPart(part);
    meta.a.b = 2;
    expect(read).toEqual({ type: 'text', text: 'read 1', _meta: { a: { b: 1 } } });
  });

  it('never throws for JSON, and reads what it gave the same again', () => {
    const part = fc.record({
      type: fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'x'),
      text: fc.jsonValue(),
      data: fc.jsonValue(),
      mimeType: fc.jsonValue(),
      resource: fc.oneof(fc.jsonValue(), fc.record({ uri: fc.string(), text: fc.string() })),
      annotations: fc.jsonValue(),
      _meta: fc.jsonValue(),
    });
    fc.assert(
      fc.property(part, (value) => {
        const read = readContentPart(value);
        if (read !== undefined) expect(readContentPart(read)).toEqual(read);
      }),
    );
  });
});

describe('changing content parts', () => {
  it('reaches fields by their kind, inside objects too', () => {
    const part = EVERY_PART[4] as ContentPart;
    const changed = changeContentPart(part, {
      text: (text) => text.toUpperCase(),
      label: (label) => `<${label}>`,
    });
    expect(changed).toEqual({
      type: 'resource',
      resource: { uri: '<u>', mimeType: '<m>', text: 'T', _meta: { a: 1 } },
    });
  });

  it('takes a part away with a field that it must have, and lets others go', () => {
    const link = EVERY_PART[3] as ContentPart;
    expect(changeContentPart(link, { text: () => undefined })).not.toHaveProperty('description');
    expect(changeContentPart(link, { label: () => undefined })).toBeUndefined();
  });

  it('finds every field that is there', () => {
    const kinds = EVERY_PART.flatMap((part) => [...contentFields(part)].map(({ kind }) => kind));
    expect(kinds.filter((kind) => kind === 'base64')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'text')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'label')).toHaveLength(9);
  });
});
