import type { JsonSchema } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { findProviderFaults } from './provider-rules.ts';

const object = (properties: object, more: object = {}): JsonSchema => ({
  ...{ type: 'object', properties, required: Object.keys(properties) },
  ...{ additionalProperties: false, ...more },
});

const faultsOf = (schema: JsonSchema) =>
  findProviderFaults(schema).map(({ provider, path, message }) => `${provider} ${path} ${message}`);

describe('schemas of tools and the large providers', () => {
  it('have nothing said of what all of them take', () => {
    const city = { type: 'string', description: 'A city.', enum: ['Oslo', 'Bergen'] };
    const list = { type: 'array', items: object({ n: { type: 'integer', minimum: 1 } }) };
    expect(faultsOf(object({ city, list }))).toEqual([]);
  });

  it.each([
    [
      object({ a: { type: 'string' } }, { required: [] }),
      /^OpenAI \(strict\) {2}a must be required/,
    ],
    [object({}, { additionalProperties: true }), /"additionalProperties" must be false/],
    [object({ a: { oneOf: [{ type: 'string' }] } }), /Gemini \/properties\/a "oneOf" is not taken/],
    [object({}, { anyOf: [{ required: ['a'] }] }), /Anthropic {2}"anyOf" may not stand at the top/],
    [object({ 'a b': { type: 'string' } }), /Anthropic {2}the property "a b"/],
    [object({ a: { type: ['string', 'null'] } }), /Gemini \/properties\/a "type" must be one type/],
    [object({ a: { type: 'array' } }), /Gemini \/properties\/a an array needs "items"/],
    [object({ a: { type: 'integer', enum: [1, 2] } }), /"enum" may hold texts only/],
    [object({ a: { type: 'string', format: 'uri' } }), /the format "uri" is not taken/],
    [object({ a: { type: 'array', items: [{ type: 'string' }] } }), /write "prefixItems"/],
    [object({ a: { type: 'number', exclusiveMinimum: true } }), /must be a number/],
    [object({ 'a/b': { $ref: '#/$defs/x' } }), /Gemini \/properties\/a~1b "\$ref" is not taken/],
  ])('%j', (schema, then) => {
    expect(faultsOf(schema).join('\n')).toMatch(new RegExp(then.source, 'm'));
  });

  it('end for a schema that holds itself', () => {
    const endless: { [key: string]: unknown } = { type: 'object' };
    endless['properties'] = { again: endless };
    expect(findProviderFaults(endless).length).toBeGreaterThan(0);
  });
});
