import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, REDACTED } from './create-redactor.ts';

const SECRET = 'pä$$/w+rd "x"?&';

const FORMS: readonly (readonly [name: string, text: string])[] = [
  ['plain', SECRET],
  ['twice', `${SECRET}${SECRET}`],
  ['JSON', JSON.stringify({ key: SECRET })],
  ['JSON in JSON', JSON.stringify(JSON.stringify(SECRET))],
  ['JSON in ASCII', 'p\\u00e4$$/w+rd \\"x\\"?&'],
  ['JSON with escaped slashes', JSON.stringify(SECRET).replaceAll('/', '\\/')],
  ['URL component', encodeURIComponent(SECRET)],
  [
    'URL component, lower case',
    encodeURIComponent(SECRET).replaceAll(/%../g, (x) => x.toLowerCase()),
  ],
  ['form', new URLSearchParams({ key: SECRET }).toString()],
  ['every byte percent-encoded', Buffer.from(SECRET).toString('hex').replaceAll(/../g, '%$&')],
  ['hexadecimal', Buffer.from(SECRET).toString('hex')],
  ['hexadecimal, upper case', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['base64url', Buffer.from(SECRET).toString('base64url')],
  ['base64 after one byte', Buffer.from(`:${SECRET}`).toString('base64')],
  ['base64 after two bytes', Buffer.from(`u:${SECRET}:more`).toString('base64')],
  ['base64 of a header', `Basic ${Buffer.from(`user:${SECRET}`).toString('base64')}`],
];

describe('a redactor (S-6)', () => {
  it.each(FORMS)('takes out the %s form', (_name, text) => {
    const clean = createRedactor([SECRET]).redact(`before ${text} after`);
    expect(clean).toContain(REDACTED);
    expect(clean.startsWith('before ') && clean.endsWith(' after')).toBe(true);
    for (const [, form] of FORMS) expect(clean).not.toContain(form);
    // What base64 leaves at the edges holds less than one byte of the value on each side.
    expect(clean.replaceAll(REDACTED, '').length).toBeLessThan(40);
  });

  it('takes the longest of values that contain each other', () => {
    expect(createRedactor(['abcd', 'abcdefgh']).redact('abcdefgh abcd')).toBe(
      `${REDACTED} ${REDACTED}`,
    );
  });

  it.each([[[]], [['']], [['abc']]])('leaves text alone for %j', (values) => {
    expect(createRedactor(values).redact('abc and the rest')).toBe('abc and the rest');
  });

  it('takes signs of regular expressions literally', () => {
    expect(createRedactor(['.*.*']).redact('any .*.* text')).toBe(`any ${REDACTED} text`);
  });

  it.each(FORMS)('takes the %s form out of base64, and base64 it stays (S-11)', (_name, text) => {
    for (const before of ['', 'x', 'xy']) {
      const data = Buffer.from(`${before}${text} after`).toString('base64');
      const clean = createRedactor([SECRET]).redactBase64(data);
      const decoded = Buffer.from(clean, 'base64').toString();
      expect(decoded).toContain(REDACTED);
      expect(decoded).not.toContain(text);
      expect(Buffer.from(clean, 'base64').toString('base64')).toBe(clean);
    }
  });

  it('finds a value among bytes that are no text, and leaves other bytes alone (S-11)', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0]), Buffer.from(SECRET)]);
    const { redactBase64 } = createRedactor([SECRET]);
    const clean = Buffer.from(redactBase64(bytes.toString('base64')), 'base64');
    expect(clean).toEqual(Buffer.concat([bytes.subarray(0, 3), Buffer.from(REDACTED)]));
    const other = Buffer.from([0xff, 0xd8, 0, 1, 2]).toString('base64');
    expect(redactBase64(other)).toBe(other);
  });

  it('reaches keys and leaves of JSON', () => {
    const value = { [`a ${SECRET}`]: [1, null, true, { deep: SECRET }] };
    expect(createRedactor([SECRET]).redactJson(value)).toEqual({
      [`a ${REDACTED}`]: [1, null, true, { deep: REDACTED }],
    });
  });

  it('finds a value in any text, encoded in any way', () => {
    const encoders = [
      (text: string) => text,
      (text: string) => Buffer.from(text).toString('hex'),
      (text: string) => JSON.stringify(text),
      encodeURIComponent,
    ];
    fc.assert(
      fc.property(
        fc.string({ minLength: 4, unit: 'grapheme' }).filter((text) => text.isWellFormed()),
        fc.string(),
        fc.constantFrom(...encoders),
        (secret, around, encode) => {
          const clean = createRedactor([secret]).redact(`${around}${encode(secret)}${around}`);
          expect(clean.replaceAll(REDACTED, '')).not.toContain(encode(secret));
          expect(clean).toContain(REDACTED);
        },
      ),
    );
  });

  it('gives the same for a stream as for the whole, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('secret', 'secretsecret', 'sec', 'ret', 'x', 'secre'), {
          maxLength: 20,
        }),
        fc.array(fc.nat(9), { maxLength: 30 }),
        (words, cuts) => {
          const redactor = createRedactor(['secret', 'secretsecret']);
          const text = words.join('');
          const stream = redactor.openStream();
          let rest = text;
          let out = '';
          for (const size of cuts) {
            out += stream.push(rest.slice(0, size));
            rest = rest.slice(size);
          }
          out += stream.push(rest) + stream.end();
          expect(out).not.toContain('secret');
          // Two values side by side may count as one or as two.
          const joined = (clean: string) => clean.replaceAll(/(?:\[redacted\])+/g, REDACTED);
          expect(joined(out)).toBe(joined(redactor.redact(text)));
        },
      ),
    );
  });
});
