import { describe, expect, it } from 'vitest';
import { accepted, spell } from './config-test-kit.ts';
import { parseConfig, parseConfigObject } from './parse-config.ts';

const FORMATS = ['yaml', 'json'] as const;
const MEGABYTE = 999_990;

describe('a configuration with keys of Object.prototype (L-4)', () => {
  it.each([
    ['yaml', 'models: { __proto__: { polluted: 1 } }'],
    ['json', '{ "models": { "__proto__": { "polluted": 1 } } }'],
    ['json', '{ __proto__: { agents: {} } }'],
    ['yaml', 'agents: { __proto__: { tools: { allow: ["*"] } } }'],
  ] as const)('refuses __proto__ in %s: %s', (format, text) => {
    const parsed = parseConfig(text, { fileName: 'c', format });
    expect(parsed.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['forbidden_key']);
    expect({}).not.toHaveProperty('polluted');
  });

  it('refuses __proto__ in an object', () => {
    const value: unknown = JSON.parse('{"models":{"__proto__":{"polluted":1}}}');
    expect(spell(parseConfigObject(value))).toEqual(['forbidden_key@models.__proto__:__proto__']);
  });

  it('takes the other names as the data they are', () => {
    const text = [
      'agents: { constructor: { tools: [toString] }, hasOwnProperty: { parent: constructor } }',
      'toolkits: { valueOf: { tools: [{ constructor: { constructor: 1 } }] } }',
      'profiles: { toString: [constructor] }',
      'tools: { profile: toString, byProvider: { constructor: { deny: [constructor] } } }',
    ].join('\n');
    const { config } = accepted(parseConfig(text, { fileName: 'c.yaml' }));
    expect(config.agents.map((agent) => agent.id)).toEqual(['constructor', 'hasOwnProperty']);
    expect(config.toolkits[0]?.tools[0]?.overrides).toEqual({ constructor: 1 });
    expect(config.policy.byProvider[0]?.key).toBe('constructor');
  });

  it('finds none of them where nobody wrote them', () => {
    const text =
      'agents: { a: { allowed_toolkits: [constructor], parent: toString } }\ntools: { profile: valueOf }';
    expect(spell(parseConfig(text, { fileName: 'c.yaml' }))).toEqual([
      'unknown_toolkit@agents.a.allowed_toolkits[0]:constructor',
      'unknown_agent@agents.a.parent:toString',
      'unknown_profile@tools.profile:valueOf',
    ]);
  });

  it('checks what stands under a key with a line break', () => {
    expect(spell(parseConfigObject({ agents: { 'a\nb': { tols: [] } } }))).toEqual(
      ['name_invalid@agents["a\\nb"]:a\nb', 'unknown_key@agents["a\\nb"].tols:tols'].toReversed(),
    );
  });

  it('is not confused by a key called length', () => {
    expect(spell(parseConfigObject({ agents: { a: { length: 1 } } }))).toEqual([
      'unknown_key@agents.a.length:length',
    ]);
  });
});

describe('YAML beyond the data it is used for', () => {
  it.each([
    ['a key twice', 'strict: true\nstrict: false', ['duplicate_key@strict:strict']],
    [
      'a merge',
      'x-base: &b { deny: [a] }\ntools:\n  <<: *b',
      ['unknown_key@x-base:x-base', 'config_syntax@tools'],
    ],
    ['a tag', 'strict: !!js/function "x"', ['config_syntax@']],
    ['version 1.1', '%YAML 1.1\n---\nstrict: true', ['config_syntax@']],
    ['two documents', 'strict: true\n---\nstrict: false', ['config_syntax@']],
    ['a list as a key', '? [a]\n: 1', ['config_syntax@']],
    ['an alias inside its anchor', 'models: &a [*a]', ['config_syntax@models[0]']],
    ['an alias without an anchor', 'models: *a', ['config_syntax@models']],
    ['infinity', 'models: .inf', ['config_invalid@models']],
    ['a number that would change', 'models: 12345678901234567890', ['config_invalid@models']],
  ])('refuses %s', (_name, text, errors) => {
    expect(spell(parseConfig(text, { fileName: 'c.yaml' }))).toEqual(errors);
  });

  it('leaves `no` and `on` as text', () => {
    const { config } = accepted(
      parseConfig('tools: { deny: [no, on, y] }', { fileName: 'c.yaml' }),
    );
    expect(config.policy.deny?.map((selector) => selector.text)).toEqual(['no', 'on', 'y']);
  });

  it('follows aliases within bounds', () => {
    const text = 'groups: { a: &a [read, write], b: *a }';
    const { config } = accepted(parseConfig(text, { fileName: 'c.yaml' }));
    expect(config.groups[1]?.selectors).toEqual([
      { text: 'read', path: 'groups.b[0]' },
      { text: 'write', path: 'groups.b[1]' },
    ]);
  });

  it.each([2, 9])('refuses a bomb of aliases, %i wide', (width) => {
    const names = 'abcdefghijklmnopqrstuvwxyz'.split('');
    const lines = names.map((name, index) => {
      const item = index === 0 ? 'x' : `*${names[index - 1]}`;
      return `${name}: &${name} [${Array(width).fill(item).join(', ')}]`;
    });
    const { diagnostics } = parseConfig(`models:\n  ${lines.join('\n  ')}`, { fileName: 'c.yaml' });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain('config_too_large');
  });

  it('measures the depth that aliases add up to', () => {
    const nest = (inner: string) => `${'['.repeat(40)}${inner}${']'.repeat(40)}`;
    const text = `models: { a: &a ${nest('x')}, b: ${nest('*a')} }`;
    expect(spell(parseConfig(text, { fileName: 'c.yaml' }))).toEqual(['config_too_large@']);
  });
});

describe('a configuration that is far too much', () => {
  it.each(FORMATS)('is refused beyond 1 MB of %s', (format) => {
    const text = `{}${' '.repeat(1_000_000)}`;
    expect(spell(parseConfig(text, { fileName: 'c', format }))).toEqual(['config_too_large@']);
  });

  it.each(FORMATS)('is refused beyond 64 levels of %s', (format) => {
    const nested = (levels: number) => `{"models":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(parseConfig(nested(63), { fileName: 'c', format }).status).toBe('ok');
    expect(spell(parseConfig(nested(65), { fileName: 'c', format }))).toEqual([
      'config_too_large@',
    ]);
  });

  it.each(FORMATS)('is refused for a key that would fill every message, in %s', (format) => {
    const text = `{ "agents": { "${'k'.repeat(900_000)}": { "tols": 1, "x": 1 } } }`;
    const parsed = parseConfig(text, { fileName: 'c', format });
    expect(spell(parsed)).toEqual(['forbidden_key@']);
    expect(JSON.stringify(parsed).length).toBeLessThan(1_000);
  });

  it('is refused as an object that contains itself', () => {
    const circle: unknown[] = [];
    circle.push(circle, circle);
    expect(spell(parseConfigObject({ models: circle }))).toEqual(['config_too_large@']);
  });

  it.each([
    ['a class', new Map()],
    ['a function', () => 1],
    ['a big integer', 1n],
    ['a hole', [undefined]],
    ['not a number', Number.NaN],
  ])('is refused as an object with %s', (_name, value) => {
    const { diagnostics } = parseConfigObject({ models: value });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['config_invalid']);
  });

  it('is refused as an object that throws when it is read', () => {
    const trap = {
      get strict(): boolean {
        throw new Error('hunter2');
      },
    };
    expect(spell(parseConfigObject(trap))).toEqual(['config_unreadable@']);
  });

  const list = (length: number, item: (index: number) => string) =>
    Array.from({ length }, (_, index) => item(index)).join(', ');

  it.each([
    ['brackets', '['.repeat(MEGABYTE)],
    ['braces', '{"a":'.repeat(MEGABYTE / 5)],
    ['dashes', '- '.repeat(140_000)],
    ['numbers', `[${'1,'.repeat(MEGABYTE / 2 - 5)}1]`],
    ['keys', `{${list(50_000, (index) => `"key${index}": 1`)}}`],
    ['comments', `{${'/**/'.repeat(MEGABYTE / 4 - 1)}`],
    ['line breaks', '\n'.repeat(MEGABYTE)],
    ['anchors', '&a '.repeat(100_000)],
    ['noise', list(100_000, (index) => `${(index * 7919) % 997}:}{[`)],
    [
      'unknown names',
      `agents: {a: {allowed_toolkits: [${list(9_000, (i) => `u${i}`)}]}}\ntoolkits: {${list(9_000, (i) => `t${i}: {}`)}}`,
    ],
    ['repeated names', `toolkits: {a: {tools: [${list(40_000, (i) => `t${i % 20_000}`)}]}}`],
    ['a chain of parents', `agents: {${list(12_000, (i) => `a${i}: {parent: a${i + 1}}`)}}`],
  ])(
    'is refused within seconds: %s',
    (_name, text) => {
      const before = process.cpuUsage();
      for (const format of FORMATS) {
        const parsed = parseConfig(text, { fileName: 'c', format });
        expect(parsed.status).toBe('failed');
        expect(parsed.diagnostics.length).toBeLessThanOrEqual(101);
      }
      // Not by the clock: another program may have the machine meanwhile.
      expect(process.cpuUsage(before).user / 1e6, 'seconds of CPU time').toBeLessThan(10);
    },
    60_000,
  );

  it('says when it has more errors than it shows', () => {
    const keys = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`k${index}`, 1]));
    const { diagnostics } = parseConfigObject(keys);
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)?.code).toBe('config_truncated');
  });
});
