import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { spell } from './config-test-kit.ts';
import { parseConfigObject } from './parse-config.ts';

describe('parseConfig with the conformance configurations (M-6)', () => {
  const toolkitCases = readCases('toolkits').filter((entry) => entry.in?.config !== undefined);

  it.each(toolkitCases.filter((entry) => Array.isArray(entry.expect?.errors)))(
    '$id: $title',
    ({ in: input, expect: expected }) => {
      // What needs the registry is found by core; here such a configuration has to pass.
      const own = (expected?.errors ?? []).filter((error) => !NEEDS_REGISTRY.test(error));
      expect(spell(parseConfigObject(input?.config))).toEqual(own);
    },
  );

  it('accepts the configuration of every other case', () => {
    const others = [
      ...toolkitCases.filter((entry) => !Array.isArray(entry.expect?.errors)),
      ...readCases('unified'),
      ...readCases('access').filter((entry) => entry.expect?.error === undefined),
    ];
    const failures = others.flatMap((entry) => {
      const errors = spell(parseConfigObject(entry.in?.config ?? entry.config ?? {}));
      return errors.length === 0 ? [] : [[entry.id, errors]];
    });
    expect(others.length).toBeGreaterThan(80);
    expect(failures).toEqual([]);
  });

  it.each(readCases('access').filter((entry) => entry.expect?.error !== undefined))(
    '$id: $title',
    ({ config, expect: expected }) => {
      const { diagnostics } = parseConfigObject(config);
      expect(diagnostics[0]?.code.replaceAll('_', ' ')).toBe(expected?.error);
    },
  );
});

const NEEDS_REGISTRY = /^(unregistered_tool|scope_incompatible)@/;

interface ConformanceCase {
  readonly id: string;
  readonly title: string;
  readonly config?: unknown;
  readonly in?: { readonly config?: unknown };
  readonly expect?: { readonly errors?: readonly string[]; readonly error?: string };
}

function readCases(name: string): readonly ConformanceCase[] {
  const url = new URL(`../../../../test/conformance/cases/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as readonly ConformanceCase[];
}
