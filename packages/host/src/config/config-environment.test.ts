// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is the notation under test
import { describe, expect, it } from 'vitest';
import { accepted, spell } from './config-test-kit.ts';
import { parseConfig } from './parse-config.ts';

describe('parseConfig with the environment', () => {
  const env = { TOOL: 'hunter2', EMPTY: '' };

  it('fills in values, and only values', () => {
    const text = 'models: { "${TOOL}": "a ${TOOL} $${TOOL} ${NONE:-b} ${EMPTY:-c}" }';
    const { config } = accepted(parseConfig(text, { fileName: 'c.yaml', env }));
    expect(config.metadata).toEqual({ models: { '${TOOL}': 'a hunter2 ${TOOL} b c' } });
  });

  it('does not read again what it filled in', () => {
    const text = 'extensions: ["${X}"]';
    const { config } = accepted(
      parseConfig(text, { fileName: 'c.yaml', env: { X: '${Y}\n- evil: true' } }),
    );
    expect(config.extensions.map((extension) => extension.source)).toEqual(['${Y}\n- evil: true']);
  });

  it('refuses a variable that is not set, with its line', () => {
    const text = 'tools:\n  allow:\n    - "${NOPE}"';
    const { diagnostics } = parseConfig(text, { fileName: 'c.yaml', env });
    expect(diagnostics).toMatchObject([
      { code: 'env_missing', subject: 'NOPE', path: 'tools.allow[0]', line: 3, column: 7 },
    ]);
  });

  it.each(['toString', 'constructor', '__proto__'])(
    'does not find %s in the environment',
    (name) => {
      const text = `models: "\${${name}}"`;
      expect(spell(parseConfig(text, { fileName: 'c.yaml', env: {} }))).toEqual([
        `env_missing@models:${name}`,
      ]);
    },
  );

  it.each([
    'agents: { a: { allowed_toolkits: ["${TOOL}", "${TOOL}"] } }',
    'agents: { a: { parent: "${TOOL}", tools: { profile: " ${TOOL}" } } }',
    'agents: { list: [{ id: " ${TOOL}" }] }',
    'toolkits: { t: { tools: ["${TOOL}", "${TOOL}"] } }',
    'loadouts: [{ name: "x", categories: ["${TOOL}"] }]',
    'mcp_servers: { a: { url: "${TOOL}" } }',
    'agents: { a: { worker_scope: "${TOOL}" } }',
    'extensions: [{ id: "${TOOL} x", source: "${TOOL}" }]',
    'extensions: ["${TOOL}", "${TOOL}"]',
  ])('shows what was written, never what was filled in: %s', (text) => {
    const { status, diagnostics } = parseConfig(text, { fileName: 'c.yaml', env });
    expect(status).toBe('failed');
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2');
  });

  it.each([
    ['a second key', '{ $secret: A, b: 1 }'],
    ['a name that is none', '{ $secret: "a b" }'],
    ['a variable in it', '{ $secret: "${TOOL}" }'],
    ['a list in it', '{ $secret: [A] }'],
  ])('refuses a reference to a secret with %s', (_name, secret) => {
    const text = `extensions: [{ source: x, config: { k: ${secret} } }]`;
    const { diagnostics } = parseConfig(text, { fileName: 'c.yaml', env });
    expect(diagnostics).toMatchObject([
      { code: 'secret_invalid', path: 'extensions[0].config.k', line: 1 },
    ]);
  });
});
