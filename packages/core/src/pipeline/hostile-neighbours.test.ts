import type { RequestedCall, ToolContext, ToolOutcome, ToolRunner } from '@mortise/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DefaultToolRegistry } from '../seed-registry/default-tool-registry.ts';
import { makeContext, makeTool } from '../testing/core-fixtures.ts';

const call = (name: string) => ({ toolCallId: name, name, args: {} });

/** `String` throws for it: a tool can `throw` this, and a model can write it as JSON. */
const unprintable = () => JSON.parse('{"toString":1,"valueOf":1}') as never;
const throwUnprintable = () => {
  throw unprintable();
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a batch from a careless caller (E-2)', () => {
  it.each<{ when: string; bad: unknown }>([
    { when: 'a name is an object', bad: { toolCallId: '1', name: unprintable(), args: {} } },
    { when: 'an id is an object', bad: { toolCallId: unprintable(), name: 'no', args: {} } },
    { when: 'a name is a symbol', bad: { toolCallId: '1', name: Symbol('ok'), args: {} } },
    { when: 'a call is null', bad: null },
    {
      when: 'a getter throws',
      bad: {
        get name() {
          throw new Error('no');
        },
      },
    },
  ])('answers every call when $when', async ({ bad }) => {
    const registry = new DefaultToolRegistry();
    registry.register(makeTool('ok'));
    const calls = [bad as RequestedCall, call('ok')];
    const results = await registry.executeParallel(calls, makeContext());
    expect(results.map(({ result }) => result.ok)).toEqual([false, true]);
    expect(results.every((each) => typeof each.name === 'string')).toBe(true);
  });

  it('answers nothing to no list of calls, and does without a context', async () => {
    const registry = new DefaultToolRegistry();
    registry.register(makeTool('ok'));
    expect(await registry.executeParallel(null as never, makeContext())).toEqual([]);
    const [done] = await registry.executeParallel(
      [call('ok')],
      undefined as unknown as ToolContext,
    );
    expect(done?.result).toEqual({ ok: true, value: 'ok done' });
  });
});

describe('something thrown that cannot be printed', () => {
  it('hides only the tool whose isAvailable throws it (E-8)', async () => {
    const registry = new DefaultToolRegistry();
    registry.registerAll([makeTool('down', { isAvailable: throwUnprintable }), makeTool('up')]);
    expect(registry.toDefinitions().map(({ name }) => name)).toEqual(['up']);
    const [done] = await registry.executeParallel([call('down')], makeContext());
    expect(done?.result).toMatchObject({ code: 'not_available' });
  });

  it('refuses at once when a policy throws it', async () => {
    const registry = new DefaultToolRegistry();
    registry.register(makeTool('ok'));
    registry.hooks.admitCall.tapPromise('test-policy', async () => throwUnprintable());
    const [done] = await registry.executeParallel([call('ok')], makeContext());
    expect(done?.result).toMatchObject({ code: 'admission_refused' });
  });

  it('changes nothing when an observer throws it', async () => {
    const registry = new DefaultToolRegistry();
    registry.register(makeTool('ok'));
    registry.hooks.callFinished.tap('test-observer', throwUnprintable);
    const [done] = await registry.executeParallel([call('ok')], makeContext());
    expect(done?.result.ok).toBe(true);
  });

  it('refuses the call whose capability backend throws it (E-10)', async () => {
    const registry = new DefaultToolRegistry({ network: throwUnprintable });
    registry.register(makeTool('net', { capabilities: { network: { allowedHosts: [] } } }));
    const [done] = await registry.executeParallel([call('net')], makeContext());
    expect(done?.result).toMatchObject({ code: 'not_available' });
  });

  it('ends the call whose runner rejects with it', async () => {
    const registry = registryWith({ run: async () => throwUnprintable() });
    const [done] = await registry.executeParallel([call('guest')], makeContext());
    expect(done?.result).toMatchObject({ code: 'sandbox_crashed' });
  });
});

describe('a runner that breaks its promise (E-14)', () => {
  const silent: ToolRunner = { run: () => new Promise<ToolOutcome>(() => undefined) };

  it('ends a call whose arguments it never checks', async () => {
    vi.useFakeTimers();
    const registry = registryWith(silent);
    const pending = registry.executeParallel([call('guest')], makeContext({ dryRun: true }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await pending)[0]?.result).toMatchObject({ code: 'extension_unavailable' });
  });

  it('lets the caller give up while it checks arguments', async () => {
    const registry = registryWith(silent);
    const controller = new AbortController();
    const context = makeContext({ dryRun: true, abortSignal: controller.signal });
    const pending = registry.executeParallel([call('guest')], context);
    controller.abort();
    expect((await pending)[0]?.result).toMatchObject({ code: 'aborted_before_start' });
  });

  it.each<{ when: string; run: ToolRunner['run'] }>([
    { when: 'throws', run: throwUnprintable },
    {
      when: 'rejects',
      run: async () => {
        throw new Error('gone');
      },
    },
  ])('refuses what it $when over while it checks arguments', async ({ run }) => {
    const [done] = await registryWith({ run }).executeParallel(
      [call('guest')],
      makeContext({ dryRun: true }),
    );
    expect(done?.result).toMatchObject({ code: 'extension_unavailable' });
  });
});

describe('a listener for progress that throws', () => {
  const emit = () => {
    throw new Error('no');
  };

  it('does not fail a call in process', async () => {
    const registry = new DefaultToolRegistry();
    registry.register(
      makeTool('loud', {
        execute: (_args, context) => {
          context.emit({ type: 'progress', toolName: 'loud', message: 'half' });
          return { ok: true, value: 'done' };
        },
      }),
    );
    const [done] = await registry.executeParallel([call('loud')], makeContext({ emit }));
    expect(done?.result).toEqual({ ok: true, value: 'done' });
  });

  it('does not reach the runner', async () => {
    const registry = registryWith({
      run: async (_request, { onProgress }) => {
        onProgress({ message: 'half' });
        return { status: 'ok', content: [{ type: 'text', text: 'done' }] };
      },
    });
    const [done] = await registry.executeParallel([call('guest')], makeContext({ emit }));
    expect(done?.result).toEqual({ ok: true, value: 'done' });
  });
});

function registryWith(runner: ToolRunner): DefaultToolRegistry {
  const registry = new DefaultToolRegistry();
  const tool = { name: 'guest', description: 'Runs elsewhere', schema: { type: 'object' } };
  const origin = { kind: 'extension', id: 'elsewhere' } as const;
  registry.catalog.claim({ tool, origin }, { kind: 'runner', runner });
  return registry;
}
