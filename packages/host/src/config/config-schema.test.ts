import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printConfigSchema } from './print-config-schema.ts';

const schema: unknown = JSON.parse(printConfigSchema());

describe('the JSON Schema of the configuration', () => {
  it('is the committed file (else run `pnpm --filter @mortise/host schema`)', () => {
    const file = new URL('../../mortise.config.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema);
  });

  it('describes every property', () => {
    const properties = listProperties(schema, '');
    expect(properties.length).toBeGreaterThan(60);
    expect(properties.filter(({ value }) => !hasDescription(value))).toEqual([]);
  });

  it('has these keys at the top', () => {
    expect(listProperties(schema, '').flatMap(({ path }) => path.match(/^\.[^.]+$/) ?? [])).toEqual(
      [
        '.$schema',
        '.strict',
        '.tools',
        '.agents',
        '.defaults',
        '.toolkits',
        '.loadouts',
        '.profiles',
        '.groups',
        '.extensions',
        '.limits',
        '.rates',
        '.retention',
        '.sandbox',
        '.runners',
        '.approvals',
        '.telemetry',
        '.audit',
        '.oauth',
        '.secrets',
        '.identity',
        '.stateDir',
        '.state',
        '.serve',
        '.mcp_servers',
        '.mcpServers',
        '.models',
        '.rooms',
      ],
    );
  });
});

interface Property {
  readonly path: string;
  readonly value: unknown;
}

function listProperties(node: unknown, path: string): readonly Property[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key !== 'properties') return listProperties(value, Array.isArray(node) ? `${path}|` : path);
    return Object.entries(value as object).flatMap(([name, property]) => [
      { path: `${path}.${name}`, value: property },
      ...listProperties(property, `${path}.${name}`),
    ]);
  });
}

function hasDescription(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'description' in value;
}
