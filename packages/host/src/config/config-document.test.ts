import { describe, expect, it } from 'vitest';
import { accepted } from './config-test-kit.ts';
import { parseConfig, parseConfigObject } from './parse-config.ts';

const YAML = [
  'tools:', //               1
  '  byProvider:', //        2
  '    gpt-4.1:', //         3
  '      deny: [a,', //      4
  '        b]', //           5
  'toolkits:', //            6
  '  d:', //                 7
  '    tools:', //           8
  '      - shell', //        9
  '      - sql: { x: 1 }', // 10
].join('\n');

const JSON_TEXT = '{\n  // note\n  "toolkits": {\n    "d": { "tools": ["shell"] }\n  }\n}';

describe('ConfigDocument.locate', () => {
  const yaml = accepted(parseConfig(YAML, { fileName: 'c.yaml' })).document;
  const json = accepted(parseConfig(JSON_TEXT, { fileName: 'c.jsonc' })).document;

  it.each([
    { path: 'tools', line: 1, column: 1 },
    { path: 'tools.byProvider["gpt-4.1"].deny[1]', line: 5, column: 9 },
    { path: 'toolkits.d.tools[0].shell', line: 9, column: 9 },
    { path: 'toolkits.d.tools[1].sql', line: 10, column: 9 },
    { path: 'toolkits.d.tools[7]', line: 8, column: 5 },
    { path: 'agents.nobody.tools', line: 1, column: 1 },
  ])('finds $path, or its nearest parent, in YAML', ({ path, line, column }) => {
    expect(yaml.locate(path)).toEqual({ file: 'c.yaml', line, column });
  });

  it.each([
    { path: 'toolkits', line: 3, column: 3 },
    { path: 'toolkits.d.tools[0]', line: 4, column: 22 },
    { path: 'toolkits.e', line: 3, column: 3 },
  ])('finds $path, or its nearest parent, in JSON', ({ path, line, column }) => {
    expect(json.locate(path)).toEqual({ file: 'c.jsonc', line, column });
  });

  it('finds nothing in an object: it has no lines', () => {
    const { document } = accepted(parseConfigObject({ tools: { allow: [] } }));
    expect(document.locate('tools.allow')).toBeUndefined();
  });
});
