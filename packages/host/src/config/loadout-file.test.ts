import { describe, expect, it } from 'vitest';
import { parseLoadoutYaml } from './loadout-file.ts';

const lenient = { strict: false, fileName: 'ops.loadout.yaml' };
const strict = { strict: true, fileName: 'ops.loadout.yaml' };

const WHOLE = `
name: ops
parent: developer
includeCategories: [git, SEARCH]
includePlugins: [think, Think]
discoverablePatterns: ["docker*"]
excludePlugins: [tailscale]
override: true
`;

describe('parseLoadoutYaml (J-7)', () => {
  it('reads every field of a loadout file', () => {
    expect(parseLoadoutYaml(WHOLE, strict)).toStrictEqual({
      loadout: {
        name: 'ops',
        parent: 'developer',
        includedCategories: ['Git', 'Search'],
        defaultPlugins: ['think'],
        discoverablePatterns: ['docker*'],
        disabledPlugins: ['tailscale'],
      },
      override: true,
      diagnostics: [],
    });
  });

  it('leaves out unknown keys and categories and warns, if it is lenient', () => {
    const file = parseLoadoutYaml('name: t\nincludeCategories: [Git, Nope]\nparrent: x', lenient);
    expect(file.loadout?.includedCategories).toStrictEqual(['Git']);
    expect(
      file.diagnostics.map(({ severity, code, line }) => [severity, code, line]),
    ).toStrictEqual([
      ['warning', 'unknown_category', 2],
      ['warning', 'unknown_key', 3],
    ]);
  });

  it('gives no loadout for them, with file, line and path, if it is strict', () => {
    const file = parseLoadoutYaml('name: t\nincludeCategories: [Nope]\nparrent: x', strict);
    expect(file.loadout).toBeUndefined();
    expect(file.diagnostics).toMatchObject([
      { code: 'unknown_category', path: 'includeCategories[0]', subject: 'Nope', line: 2 },
      { code: 'unknown_key', path: 'parrent', file: 'ops.loadout.yaml', line: 3 },
    ]);
    expect(file.diagnostics[1]?.message).toContain('did you mean `parent`');
  });

  it.each([
    ['nothing', ''],
    ['a list', '- a'],
    ['a text', 'developer'],
    ['no name', 'parent: minimal'],
    ['a blank name', 'name: "  "'],
    ['a name that is a number', 'name: 5'],
    ['a parent that is a list', 'name: t\nparent: [a]'],
    ['plugins that are a text', 'name: t\nincludePlugins: file'],
    ['a plugin that is a map', 'name: t\nincludePlugins: [{ a: 1 }]'],
    ['override as a text', 'name: t\noverride: "yes"'],
    ['broken YAML', 'name: [t'],
    ['a key of Object.prototype', 'name: t\n__proto__: { a: 1 }'],
  ])('answers %s with an error and no loadout, in either mode', (_what, text) => {
    for (const options of [lenient, strict]) {
      const file = parseLoadoutYaml(text, options);
      expect(file.loadout).toBeUndefined();
      expect(file.diagnostics.some((each) => each.severity === 'error')).toBe(true);
    }
  });
});
