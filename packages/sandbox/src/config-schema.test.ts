import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture } from './sandbox-fixture.ts';

/** Says in its description what it was configured with, and fails if its code ever runs unchecked. */
const SOURCE = `export default (api) => api.registerTool({ name: 'say', description: 'Says ' + JSON.stringify(api.config),
  parameters: { type: 'object' }, execute: () => 0 });`;
const SCHEMA = {
  type: 'object',
  properties: {
    unit: { enum: ['C', 'F'], default: 'C' },
    key: { type: 'string', pattern: '^sk-' },
    deep: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    toString: { type: 'string' },
  },
  required: ['unit', 'key'],
  additionalProperties: false,
};

describe('the configuration of an extension with a configSchema (S-5)', () => {
  let fixture: SandboxFixture;
  let count = 0;
  beforeAll(() => {
    fixture = openSandboxFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  const load = (config: unknown, configSchema: object = SCHEMA, source = SOURCE) => {
    count += 1;
    const own = config === undefined ? {} : { config: config as never };
    return fixture.sandbox.load({ id: `own-${count}`, source, configSchema, ...own } as never);
  };

  it.each([
    { what: 'all of it', config: { unit: 'F', key: 'sk-1', deep: { n: 1 } } },
    { what: 'what has a default left out', config: { key: 'sk-1' } },
    { what: 'a secret in the place of a text', config: { key: 'secret:API_KEY' } },
  ])('is taken with $what, as it was written', async ({ config }) => {
    expect(await load(config)).toMatchObject({
      status: 'loaded',
      extension: { tools: [{ description: `Says ${JSON.stringify(config)}` }] },
    });
  });

  it.each([
    {
      what: 'a text or null',
      key: { anyOf: [{ type: 'null' }, { type: 'string', minLength: 40 }] },
    },
    {
      what: 'one of two',
      key: { oneOf: [{ type: 'string', pattern: '^sk-' }, { type: 'object' }] },
    },
    { what: 'a text of a kind', key: { if: { type: 'string' }, then: { pattern: '^sk-' } } },
  ])('may hold a secret where the schema says $what', async ({ key }) => {
    const schema = { type: 'object', properties: { key } };
    expect(await load({ key: 'secret:API_KEY' }, schema)).toMatchObject({ status: 'loaded' });
    expect(await load({ key: 'pk-1' }, schema)).toMatchObject({ code: 'extension_config_invalid' });
  });

  it('holds no secret where no text can stand', async () => {
    const key = { anyOf: [{ type: 'integer' }, { type: 'object', required: ['a'] }] };
    expect(
      await load({ key: 'secret:API_KEY' }, { type: 'object', properties: { key } }),
    ).toMatchObject({
      code: 'extension_config_invalid',
      message: expect.stringMatching(/\/key: /),
    });
  });

  it.each([
    { what: 'nothing', config: undefined, then: /\/: must have required properties key/ },
    { what: 'a wrong value', config: { key: 'pk-1' }, then: /\/key: must match/ },
    { what: 'an unknown key', config: { key: 'sk-1', other: 1 }, then: /\/other: is not a key/ },
    { what: 'a wrong deep value', config: { key: 'sk-1', deep: { n: 'x' } }, then: /\/deep\/n: / },
    { what: 'a number in place of a secret', config: { key: 1 }, then: /\/key: must be string/ },
    { what: 'a list', config: [1], then: /\/: must be object/ },
  ])('is refused with $what, before any code runs', async ({ config, then }) => {
    const source = `throw new Error('it ran'); ${SOURCE}`;
    expect(await load(config, SCHEMA, source)).toMatchObject({
      status: 'failed',
      code: 'extension_config_invalid',
      message: expect.stringMatching(then),
    });
  });

  it('is checked under the clock of the load: a schema cannot hold a runner up', async () => {
    const properties = { a: { type: 'string', pattern: '^(a+)+$' } };
    const before = performance.now();
    const loaded = await fixture.sandbox.load({
      ...{ id: 'slow', source: SOURCE, limits: { loadMs: 300 } },
      ...{ config: { a: `${'a'.repeat(60)}!` }, configSchema: { type: 'object', properties } },
    });
    expect(loaded).toMatchObject({ status: 'failed', code: 'load_timeout' });
    expect(performance.now() - before).toBeLessThan(20_000);
  });

  it('fails with a schema that cannot be used', async () => {
    const configSchema = { type: 'object', properties: { a: { type: 'string', pattern: '(' } } };
    expect(await load({ a: 'x' }, configSchema)).toMatchObject({
      code: 'extension_config_invalid',
      message: expect.stringMatching(/schema cannot be used/),
    });
  });
});
