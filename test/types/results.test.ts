import {
  type ConfigFile,
  createHost,
  defineTool,
  type ErrorCode,
  type HostHooks,
  MortiseError,
  type OutcomeCode,
  type SessionResult,
} from '@mortise/host';
import { describe, expect, expectTypeOf, it } from 'vitest';

// The compiler is the test: `pnpm typecheck` fails where a type differs or an error does not occur.

const config: ConfigFile = { agents: { main: {} } };
const sandbox = { spareRunners: 0 };

const greet = defineTool({
  name: 'greet',
  description: 'Greets.',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  execute: (args) => {
    expectTypeOf(args).toEqualTypeOf<{ name: string }>();
    return { ok: true, value: `Hello ${args.name}` };
  },
});

describe('what a host gives back', () => {
  it('runs a tool of the embedder whose arguments have the type of its schema (E-14)', async () => {
    await using host = await createHost({ config, sandbox, tools: [greet] });
    const calls = [
      { id: '1', name: 'greet', args: { name: 'Ana' } },
      { id: '2', name: 'greet', args: {} },
    ];
    const results = await host.agent('main').withoutSession().execute(calls);
    expect(results.map(tell)).toEqual(['Hello Ana', 'refused input_invalid']);
  });

  it('tells apart what succeeded from what did not, before anything of it is read', () => {
    const read = (result: SessionResult) => {
      // @ts-expect-error: a failure has no text
      void result.text;
      // @ts-expect-error: a success has no code
      void result.code;
      if (result.ok) expectTypeOf(result.text).toEqualTypeOf<string>();
      else expectTypeOf(result.code).toEqualTypeOf<OutcomeCode>();
    };
    expect(read).toBeTypeOf('function');
  });

  it('names formats of definitions, events and codes, and knows no others', async () => {
    await using host = await createHost({ config, sandbox });
    const session = host.agent('main').withoutSession();
    const [tool] = await session.definitions({ format: 'anthropic' });
    expectTypeOf(tool?.input_schema).not.toBeAny();
    // @ts-expect-error: no such format
    await expect(session.definitions({ format: 'openapi' })).rejects.toThrow();
    // @ts-expect-error: no such event
    host.on('callEnded', () => undefined);
    host.on('callFinished', ({ outcome, durationMs }) => {
      expectTypeOf(durationMs).toEqualTypeOf<number>();
      expectTypeOf(outcome.status).toEqualTypeOf<'ok' | 'refused' | 'failed'>();
    });
    try {
      host.agent('nobody');
    } catch (error) {
      if (!MortiseError.is(error)) throw error;
      expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
      expect(error.code).toBe('unknown_agent');
    }
  });

  it('asks hooks for a refusal or nothing', () => {
    const tap = ({ admitCall, callFinished }: HostHooks) => {
      admitCall.tap('acme-approvals', (call) => {
        expectTypeOf(call.args).toEqualTypeOf<unknown>();
        return call.toolName === 'rm'
          ? { status: 'refused', code: 'admission_refused', message: 'no' }
          : undefined;
      });
      // @ts-expect-error: a refusal has one of our codes
      admitCall.tap('acme-codes', () => ({ status: 'refused', code: 'nope', message: 'no' }));
      // @ts-expect-error: a promise needs tapPromise
      admitCall.tap('acme-late', async () => undefined);
      // @ts-expect-error: no such field
      callFinished.tap('acme-log', ({ duration }) => void duration);
    };
    expect(tap).toBeTypeOf('function');
  });
});

function tell(result: SessionResult): string {
  return result.ok ? result.text : `${result.status} ${result.code}`;
}
