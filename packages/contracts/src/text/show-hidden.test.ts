import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasHidden, showHidden, showOnOneLine, visibleJson } from './show-hidden.ts';

const tags = (text: string) =>
  [...text].map((each) => String.fromCodePoint(0xe0000 + (each.codePointAt(0) ?? 0))).join('');

describe('what cannot be seen in a text (S-5)', () => {
  it.each([
    { what: 'an escape sequence', text: 'a\u001b[2Jb', then: 'a\\u{1b}[2Jb' },
    { what: 'a NUL', text: 'a\u0000b', then: 'a\\u{0}b' },
    { what: 'a C1 control', text: 'a\u009bb', then: 'a\\u{9b}b' },
    { what: 'a bell and a backspace', text: '\u0007\b', then: '\\u{7}\\u{8}' },
    { what: 'a return that hides a line', text: 'evil\rgood', then: 'evil\\u{d}good' },
    { what: 'a bidi override', text: 'user\u202eecila', then: 'user\\u{202e}ecila' },
    { what: 'a bidi isolate', text: '\u2066a\u2069', then: '\\u{2066}a\\u{2069}' },
    { what: 'bidi marks', text: 'a\u200e\u200f\u061c', then: 'a\\u{200e}\\u{200f}\\u{61c}' },
    { what: 'a zero-width space', text: 'pass\u200bword', then: 'pass\\u{200b}word' },
    { what: 'a byte order mark', text: '\ufeffa', then: '\\u{feff}a' },
    { what: 'a word joiner', text: 'a\u2060b', then: 'a\\u{2060}b' },
    { what: 'a joiner between letters', text: 'a\u200db', then: 'a\\u{200d}b' },
    { what: 'a soft hyphen', text: 'a\u00adb', then: 'a\\u{ad}b' },
    { what: 'a Hangul filler', text: 'a\u3164b', then: 'a\\u{3164}b' },
    { what: 'line separators', text: 'a\u2028b\u2029', then: 'a\\u{2028}b\\u{2029}' },
    { what: 'tag characters', text: `a${tags('hi')}`, then: 'a\\u{e0068}\\u{e0069}' },
    { what: 'selectors in a row', text: '😀\ufe0f\ufe0f', then: '😀\ufe0f\\u{fe0f}' },
    { what: 'selectors beyond', text: 'a\u{e0101}', then: 'a\\u{e0101}' },
    { what: 'a musical control', text: '\u{1d173}a', then: '\\u{1d173}a' },
    { what: 'a lone surrogate', text: 'a\ud800b', then: 'a\\u{d800}b' },
  ])('$what is shown', ({ text, then }) => {
    expect(showHidden(text)).toBe(then);
    expect(hasHidden(text)).toBe(true);
  });

  it.each([
    { what: 'ASCII', text: 'plain text, "quoted" and \\u{200b} as it is written' },
    { what: 'lines and tabs', text: 'a\n\tb\r\nc\n' },
    { what: 'letters of many scripts', text: 'Grüße, naïve, 日本語, Привет, עברית, العربية, ไทย' },
    { what: 'emoji', text: '✅ 🚀 ❤️ ☎︎ 1️⃣ #️⃣ 👩‍👩‍👧‍👦 👩🏽‍🔧 🏳️‍🌈 🧑‍⚕️ 🇩🇪' },
    { what: 'Persian with a non-joiner', text: 'می‌خواهم' },
    { what: 'Devanagari with joiners', text: 'क्‍ष न्‌य' },
    { what: 'a variant of a Han character', text: '葛\u{e0100}' },
    { what: 'one beyond U+FFFF', text: '\u{20000}\ufe00' },
    { what: 'musical and mathematical signs', text: '𝄞 𝔸 ∩︀' },
    { what: 'a private character of a terminal font', text: '\ue0b0' },
  ])('$what stays as it is', ({ text }) => {
    expect(showHidden(text)).toBe(text);
    expect(hasHidden(text)).toBe(false);
  });

  it('stays on one line where it must', () => {
    expect(showOnOneLine('a\n\tb\r\n\u001b')).toBe('a\\u{a}\\u{9}b\\u{d}\\u{a}\\u{1b}');
  });

  it('is escaped in JSON that reads the same', () => {
    const value = { a: `x\u202e\u200b${tags('h')}`, b: '👩‍👧 \u0007' };
    const json = visibleJson(value) ?? '';
    expect(json).toBe('{"a":"x\\u202e\\u200b\\udb40\\udc68","b":"👩‍👧 \\u0007"}');
    expect(JSON.parse(json)).toEqual(value);
  });

  it('is known for every character of Unicode that shows nothing', () => {
    const hidden = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u;
    const wrong: number[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const text = String.fromCodePoint(code);
      const mustShow = hidden.test(text) && text !== '\t' && text !== '\n';
      if (mustShow === (showHidden(text) === text)) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });

  it('is gone after it was shown once', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(text, (any) => {
        const shown = showHidden(any);
        expect(showHidden(shown)).toBe(shown);
        expect(shown).not.toMatch(/[\p{Cs}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
      }),
    );
  });
});
