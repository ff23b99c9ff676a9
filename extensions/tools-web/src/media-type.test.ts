import { describe, expect, it } from 'vitest';
import { readMediaType } from './media-type.ts';

describe('readMediaType', () => {
  it.each([
    { header: 'text/html; charset=utf-8', kind: 'html', charset: 'utf-8' },
    { header: 'TEXT/HTML;CHARSET="ISO-8859-1"', kind: 'html', charset: 'ISO-8859-1' },
    { header: 'application/xhtml+xml', kind: 'html' },
    { header: 'text/markdown', kind: 'text' },
    { header: 'application/json', kind: 'text' },
    { header: 'application/ld+json', kind: 'text' },
    { header: 'image/png', kind: 'binary' },
    { header: 'application/octet-stream', kind: 'binary' },
    { header: null, kind: 'text' },
  ])('reads $header as $kind', ({ header, kind, charset }) => {
    const type = readMediaType(header);
    expect(type.kind).toBe(kind);
    expect(type.charset).toBe(charset);
  });
});
