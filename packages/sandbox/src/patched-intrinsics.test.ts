import { afterEach, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

/** Puts a recorder in the place of everything that the language has and that can be replaced. */
const PATCH_ALL = `
  let ran = '';
  const { apply, ownKeys, defineProperty, getOwnPropertyDescriptor, construct } = Reflect;
  const { hasOwn } = Object;
  const note = (name) => { ran += name + ' '; };
  const patch = (target, owner, key) => {
    const found = getOwnPropertyDescriptor(target, key);
    if (found === undefined || !found.configurable) return;
    const name = owner + '.' + (typeof key === 'symbol' ? 'symbol' : key);
    const record = (original) => function (...args) {
      note(name);
      return new.target === undefined ? apply(original, this, args) : construct(original, args);
    };
    if (typeof found.value === 'function' && key !== 'constructor') {
      defineProperty(target, key, { ...found, value: record(found.value) });
    } else if (typeof found.get === 'function') {
      defineProperty(target, key, { ...found, get: record(found.get) });
    }
  };
  const OWNERS = { Array, String, RegExp, Map, Set, WeakMap, WeakSet, Number, Boolean, Object, Function,
    Symbol, BigInt, Date, Promise, Math, JSON, Reflect, URL, TextEncoder, Uint8Array, DataView, Error };
  for (const owner of ownKeys(OWNERS)) {
    const target = OWNERS[owner];
    const prototype = target.prototype;
    for (const key of ownKeys(target)) if (key !== 'prototype') patch(target, owner, key);
    if (prototype !== undefined)
      for (const key of ownKeys(prototype)) patch(prototype, owner + '#', key);
  }
  for (const value of [[][Symbol.iterator](), new Map()[Symbol.iterator](), ''[Symbol.iterator](), 'a'.matchAll(/a/g)]) {
    const prototype = Object.getPrototypeOf(value);
    for (const key of ownKeys(prototype)) patch(prototype, 'iterator', key);
  }
  for (const key of ['type', 'properties', 'pattern', 'items', 'enum', 'anyOf', '$ref', '~refine', 'format', 'a', 'b', 'list', 'then', 'toJSON', 'overrides', 'args', 'textCount', '0', '1'])
    if (!hasOwn(Object.prototype, key))
      defineProperty(Object.prototype, key, {
        configurable: true,
        get() { note('Object#get ' + key); return undefined; },
        set(value) { note('Object#set ' + key); defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true }); },
      });`;

/** Each with arguments that fit and arguments that do not. */
const SCHEMAS = [
  {
    what: 'of plain types',
    schema: {
      type: 'object',
      properties: {
        a: { type: 'string', maxLength: 5 },
        list: { type: 'array', items: { type: 'integer' } },
      },
      required: ['a'],
      additionalProperties: false,
    },
    fits: { a: 'x', list: [1, 2] },
    fails: { a: 'x', list: [1, 'two'], more: true },
  },
  {
    what: 'with patterns, alternatives and references',
    schema: {
      type: 'object',
      $defs: { word: { type: 'string', pattern: '^[a-z]+$' } },
      properties: {
        a: { anyOf: [{ $ref: '#/$defs/word' }, { type: 'null' }] },
        b: { type: 'string', format: 'uri' },
        list: {
          type: 'array',
          uniqueItems: true,
          contains: { const: 1 },
          items: { enum: [1, 2, { x: 1 }] },
        },
      },
      patternProperties: { '^x-': { type: 'number', multipleOf: 0.5 } },
      unevaluatedProperties: false,
      minProperties: 1,
    },
    fits: { a: 'word', b: 'https://example.com', list: [1, 2, { x: 1 }], 'x-1': 1.5 },
    fails: { a: 'two words', b: '::', list: [1, 1], 'x-1': 0.3, more: [] },
  },
];

describe('checking arguments after the extension has replaced all of the language (S-5)', () => {
  for (const { what, schema, fits, fails } of SCHEMAS) {
    it.each([
      { call: 'a dry one that fits', mode: 'validate', args: fits, then: '' },
      { call: 'a dry one that does not fit', mode: 'validate', args: fails, then: 'input_invalid' },
      { call: 'a refused one', mode: 'run', args: fails, then: 'input_invalid' },
    ] as const)(
      `runs no code of it against a schema ${what}: $call`,
      async ({ mode, args, then }) => {
        await open(schema);
        await fixture.call('demo', 'arm');
        // Often enough for the check to be compiled, too.
        for (let count = 0; count < 6; count += 1)
          expect(summarise(await fixture.call('demo', 'checked', { mode, args }))).toBe(then);
        expect(summarise(await fixture.call('demo', 'report'))).toBe('ran: ');
        expect(summarise(await fixture.call('demo', 'checked', { args: fits }))).toBe('checked');
      },
    );
  }
});

function open(schema: object): Promise<unknown> {
  fixture = openSandboxFixture({ limits: { cpuMs: 2_000 } });
  const tool = (name: string, parameters: object, body: string) =>
    `api.registerTool({ name: '${name}', description: 'A tool.', parameters: ${JSON.stringify(parameters)}, execute() { ${body} } });`;
  const source = `const text = (value) => ({ __proto__: null, content: [{ __proto__: null, type: 'text', text: value }] });
    ${PATCH_ALL}
    export default (api) => {
      ${tool('checked', schema, `return text('checked');`)}
      ${tool('arm', { type: 'object' }, `const answer = text('armed'); ran = ''; return answer;`)}
      ${tool('report', { type: 'object' }, `return text('ran: ' + ran);`)}
    };`;
  return fixture.sandbox.load({ id: 'demo', source });
}
