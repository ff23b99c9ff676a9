import { describe, expect, it } from 'vitest';
import { checkAnswer } from './check-answer.ts';
import { interpretForm } from './form-schema.ts';

const form = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});

describe('a form of a tool (E-10)', () => {
  it.each([
    { what: 'no object', schema: 'text' },
    { what: 'an object in it', schema: form({ a: { type: 'object', properties: {} } }) },
    { what: 'a pattern', schema: form({ a: { type: 'string', pattern: '(a+)+$' } }) },
    { what: 'a name of prototypes', schema: form(JSON.parse('{"__proto__":{"type":"string"}}')) },
    { what: 'a reference', schema: { ...form({}), $ref: 'https://a.test' } },
    { what: 'an unknown format', schema: form({ a: { type: 'string', format: 'password' } }) },
    { what: 'no choices', schema: form({ a: { type: 'array' } }) },
    { what: 'a field that is not there', schema: form({ a: { type: 'string' } }, ['b']) },
    {
      what: 'too many fields',
      schema: form(
        Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${at}`, { type: 'boolean' }])),
      ),
    },
  ])('is refused with $what', ({ schema }) => {
    expect(() => interpretForm(schema)).toThrow();
  });

  it.each([
    { password: { type: 'string' } },
    { apiKey: { type: 'string' } },
    { api_key: { type: 'string' } },
    { field: { type: 'string', title: 'Your passphrase' } },
    { field: { type: 'string', description: 'The access token of your account' } },
    { code: { type: 'string', title: 'ＯＴＰ' } },
    { pin: { type: 'integer' } },
    { CVV: { type: 'string' } },
    { passWord: { type: 'string' } },
    { pass_phrase: { type: 'string' } },
    { password1: { type: 'string' } },
    { newpassword: { type: 'string' } },
    { field: { type: 'string', title: 'pass\u200bword' } },
    { totp: { type: 'string' } },
    { field: { type: 'string', title: 'Two-factor code' } },
    { field: { type: 'string', title: 'Passwort' } },
    { field: { type: 'string', title: 'Contraseña' } },
    { field: { type: 'string', title: 'Mot de passe' } },
    { secretkey: { type: 'string' } },
  ])('asks for no secret: %j', (properties) => {
    expect(() => interpretForm(form(properties))).toThrow('capability secrets');
  });

  it.each([
    { maxTokens: { type: 'integer' } },
    { passenger: { type: 'string' } },
    { key: { type: 'string' } },
    { passportCountry: { type: 'string' } },
    { secretary: { type: 'string' } },
    { pinboard: { type: 'string' } },
    { compass: { type: 'string' } },
  ])('asks for what only sounds like one: %j', (properties) => {
    expect(interpretForm(form(properties)).fields.size).toBe(1);
  });

  it.each([
    { fields: { value: { type: 'string' } }, message: 'Enter your password', isRefused: true },
    { fields: { value: { type: 'integer' } }, message: 'Your PIN?', isRefused: true },
    { fields: { value: { type: 'string', enum: ['a'] } }, message: 'Whose password?' },
    { fields: { value: { type: 'boolean' } }, message: 'Change the password?' },
    { fields: { value: { type: 'string' } }, message: 'Your name?' },
  ])('asks for no secret in its question: $message $fields', ({ fields, message, isRefused }) => {
    const read = () => interpretForm(form(fields), message);
    if (isRefused) expect(read).toThrow('capability secrets');
    else expect(read().fields.size).toBe(1);
  });

  it('hides nothing', () => {
    const { schema } = interpretForm(form({ a: { type: 'string', title: 'safe\u202e' } }));
    expect(schema.properties['a']).toEqual({ type: 'string', title: 'safe\\u{202e}' });
  });
});

describe('an answer to a form', () => {
  const fields = {
    name: { type: 'string', minLength: 2, maxLength: 5 },
    mail: { type: 'string', format: 'email' },
    day: { type: 'string', format: 'date' },
    age: { type: 'integer', minimum: 0, maximum: 150 },
    isSure: { type: 'boolean' },
    color: { type: 'string', enum: ['red', 'blue'] },
    size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 },
  };
  const checked = interpretForm(form(fields, ['name']));

  it('that fits is handed over, without what was not asked for', () => {
    const right = {
      ...{ name: 'Ana', mail: 'a@b.test', day: '2026-11-18', age: 3, isSure: true },
      ...{ color: 'red', size: 's', tags: ['a'] },
    };
    expect(checkAnswer(checked, { ...right, more: 1 })).toEqual(right);
    expect(checkAnswer(checked, { name: 'Ana', age: null })).toEqual({ name: 'Ana' });
  });

  it.each([
    [undefined, 'no content'],
    [[], 'no content'],
    [{}, 'name: it is missing'],
    [{ name: 'A' }, 'name: it has 1 characters'],
    [{ name: 'Anabel' }, 'name: it has 6 characters'],
    [{ name: 5 }, 'name: it is no text'],
    [{ name: 'Ana', mail: 'x' }, 'mail: it is no email'],
    [{ name: 'Ana', day: '2026-13-40' }, 'day: it is no date'],
    [{ name: 'Ana', age: 1.5 }, 'age: it is no whole number'],
    [{ name: 'Ana', age: -1 }, 'age: it is out of bounds'],
    [{ name: 'Ana', isSure: 'yes' }, 'isSure: it is neither'],
    [{ name: 'Ana', color: 'green' }, 'color: it is none of the choices'],
    [{ name: 'Ana', size: 'Small' }, 'size: it is none of the choices'],
    [{ name: 'Ana', tags: ['c'] }, 'tags: it has an entry'],
    [{ name: 'Ana', tags: ['a', 'b'] }, 'tags: it has 2 entries'],
  ])('%j → %s', (content, then) => {
    expect(() => checkAnswer(checked, content)).toThrow(then);
  });
});
