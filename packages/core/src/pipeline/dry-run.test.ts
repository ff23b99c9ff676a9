import { type ToolCall, textOf } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { DefaultToolRegistry } from '../seed-registry/default-tool-registry.ts';
import { makeContext, makeTool } from '../testing/core-fixtures.ts';
import { createPipeline } from './create-pipeline.ts';
import { dryRunOutcome } from './dry-run.ts';
import { executeCalls } from './execute-calls.ts';

const SECRET = 's3cr3t';

async function show(schema: object, args: object): Promise<string> {
  const registry = new DefaultToolRegistry();
  registry.register(makeTool('send', { schema: { type: 'object', ...schema } }));
  const calls = [{ toolCallId: '1', name: 'send', args }];
  const [done] = await registry.executeParallel(calls, makeContext({ dryRun: true }));
  return done?.result.ok === true ? done.result.value : `refused: ${done?.result.error}`;
}

describe('secrets in a dry run (E-9)', () => {
  it.each([
    ...[
      'passphrase',
      'passcode',
      'bearer',
      'auth',
      'oauth',
      'access_key',
      'api key',
      'X-Signature',
    ],
    ...['clientSecret', 'refreshToken', 'AUTHORISATION'],
  ])('are not shown under the key %s', async (key) => {
    const text = await show({}, { [key]: SECRET, author: 'Ada' });
    expect(text).not.toContain(SECRET);
    expect(text).toContain('Ada');
  });

  const password = { type: 'string', format: 'password' };
  it.each([
    { where: 'a union', schema: { anyOf: [password, { type: 'null' }] }, value: SECRET },
    { where: 'an intersection', schema: { allOf: [password] }, value: SECRET },
    { where: 'a reference', schema: { $ref: '#/$defs/pin' }, value: SECRET },
    { where: 'a tuple', schema: { type: 'array', prefixItems: [password] }, value: [SECRET] },
    { where: 'a list', schema: { type: 'array', items: password }, value: [SECRET] },
    {
      where: 'an object in a union',
      schema: { oneOf: [{ type: 'object', properties: { x: password } }] },
      value: { x: SECRET },
    },
  ])('are not shown where the schema says so in $where', async ({ schema, value }) => {
    const text = await show(
      { properties: { field: schema }, $defs: { pin: password } },
      { field: value },
    );
    expect(text).toContain('[dry run]');
    expect(text).not.toContain(SECRET);
  });

  it('ends for a schema that refers to itself many times', () => {
    const self = { $ref: '#/properties/tree' };
    const tree = { anyOf: [{ type: 'string' }, self, self, self, self] };
    const schema = { type: 'object', properties: { tree } };
    const call = { toolName: 'send', args: { tree: 'leaf' }, entry: { schema } };
    const { content } = dryRunOutcome(call as unknown as ToolCall);
    expect(textOf(content)).toContain('leaf');
  });

  it('are not shown if the host knows their value, whatever the key', async () => {
    const registry = new DefaultToolRegistry();
    registry.register(makeTool('send'));
    const redactor = {
      redact: (text: string) => text.replaceAll(SECRET, '***'),
      redactJson: <Value>(value: Value) => value,
      redactBase64: (data: string) => data,
    };
    const { catalog, hooks } = registry;
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const parts = createPipeline({ catalog, hooks, logger, redactor: () => redactor });
    const gate = { refusalFor: () => undefined, visibleNames: () => [] };
    const calls = [{ callId: '1', name: 'send', args: { note: SECRET } }];
    const context = makeContext({ dryRun: true });
    const [done] = await executeCalls({ calls, context, gate, limits: catalog.limits }, parts);
    expect(JSON.stringify(done?.outcome)).not.toContain(SECRET);
  });
});
