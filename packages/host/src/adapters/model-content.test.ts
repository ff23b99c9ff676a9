import type { ContentPart } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { mediaOf } from './model-content.ts';
import { describePart } from './part-forms.ts';

describe('a part for an API that has no form for it', () => {
  it.each<[ContentPart, string]>([
    [{ type: 'text', text: 'hi' }, 'hi'],
    [{ type: 'image', data: 'aGk=', mimeType: 'image/tiff' }, '[image, image/tiff, 2 bytes]'],
    [{ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }, '[audio, audio/wav, 2 bytes]'],
    [{ type: 'resource_link', uri: 'a:b', name: 'n', description: 'd' }, 'n: a:b\nd'],
    [{ type: 'resource', resource: { uri: 'a:b', text: 'hi' } }, 'hi'],
    [
      { type: 'resource', resource: { uri: 'a:b', blob: 'aGk=' } },
      'a:b [file, unknown type, 2 bytes]',
    ],
  ])('is told as text: %j', (part, text) => {
    expect(describePart(part)).toBe(text);
  });
});

describe('media that every API takes', () => {
  it('are images and PDFs, whatever the case of their type', () => {
    const kindOf = (part: ContentPart) => mediaOf(part)?.kind;
    expect(kindOf({ type: 'image', data: '', mimeType: 'IMAGE/PNG' })).toBe('image');
    const pdf = { uri: 'a:b', mimeType: 'application/pdf', blob: '' };
    expect(kindOf({ type: 'resource', resource: pdf })).toBe('pdf');
    expect(kindOf({ type: 'image', data: '', mimeType: 'image/svg+xml' })).toBeUndefined();
    expect(kindOf({ type: 'resource', resource: { uri: 'a:b', text: '' } })).toBeUndefined();
    expect(kindOf({ type: 'audio', data: '', mimeType: 'audio/wav' })).toBeUndefined();
  });
});
