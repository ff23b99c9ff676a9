import { describe, expect, it } from 'vitest';
import { readPlain } from './config-notation.ts';
import { switchExtension } from './switch-extension.ts';

const JSONC =
  '{\n  // what runs\n  "extensions": [\n    "./one", // first\n    { "source": "./two", "config": { "a": 1 } }\n  ]\n}\n';
const YAML =
  '# what runs\nextensions:\n  - ./one # first\n  - source: ./two\n    config: { a: 1 }\n';

const FILES = [
  { name: 'x.jsonc', text: JSONC },
  { name: 'x.json', text: '{"extensions":["./one",{"source":"./two","config":{"a":1}}]}' },
  { name: 'x.yaml', text: YAML },
  { name: 'x.yml', text: 'extensions: [./one, { source: ./two, config: { a: 1 } }]\n' },
];

describe('switching an extension in a text', () => {
  it.each(FILES)('turns a source alone off and back, in $name', ({ name, text }) => {
    const off = switchExtension(text, name, { source: './one', isEnabled: false });
    expect(readPlain(off, name)).toEqual({
      extensions: [
        { source: './one', enabled: false },
        { source: './two', config: { a: 1 } },
      ],
    });
    for (const comment of text.match(/(?:\/\/|#).*/g) ?? []) expect(off).toContain(comment);
    const on = switchExtension(off, name, { source: './one', isEnabled: true });
    expect(readPlain(on, name)).toEqual(readPlain(text, name));
    for (const comment of text.match(/(?:\/\/|#).*/g) ?? []) expect(on).toContain(comment);
  });

  it.each(FILES)('keeps the settings of an object, in $name', ({ name, text }) => {
    const off = switchExtension(text, name, { source: './two', isEnabled: false });
    expect(readPlain(off, name)).toEqual({
      extensions: ['./one', { source: './two', config: { a: 1 }, enabled: false }],
    });
    const on = switchExtension(off, name, { source: './two', isEnabled: true });
    expect(readPlain(on, name)).toEqual(readPlain(text, name));
  });

  it('writes an id beside a source that nothing else gives one', () => {
    const asked = { source: './one', isEnabled: false, id: 'first' };
    expect(readPlain(switchExtension(YAML, 'x.yaml', asked), 'x.yaml')).toMatchObject({
      extensions: [{ id: 'first', source: './one', enabled: false }, {}],
    });
  });

  it('leaves a text alone that says so already', () => {
    const said = 'extensions: [{ source: a, enabled: false }, { source: b, enabled: true }]';
    expect(switchExtension(said, 'x.yaml', { source: 'a', isEnabled: false })).toBe(said);
    expect(switchExtension(said, 'x.yaml', { source: 'b', isEnabled: true })).toBe(said);
    const off = switchExtension(said, 'x.yaml', { source: 'b', isEnabled: false });
    expect(readPlain(off, 'x.yaml')).toMatchObject({ extensions: [{}, { enabled: false }] });
  });

  it.each([
    ['x.ts', 'config_not_editable'],
    ['x.json5', 'config_not_editable'],
    ['x.yaml', 'not_configured'],
  ])('refuses %s with %s where there is nothing to write to', (name, code) => {
    const move = () => switchExtension('agents: {}', name, { source: './x', isEnabled: false });
    expect(move).toThrow(expect.objectContaining({ code }));
  });
});
