import type { CallReport, ToolCall } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

const REDUCING = `export default (api) => {
  const tool = (name, reduce) => {
    api.registerTool({
      name, description: name, parameters: { type: 'object' },
      execute: async () => ({ content: [{ type: 'text', text: 'a long text' }] }),
    });
    api.registerReducer({ toolName: name, reduce });
  };
  tool('shortens', (result) => ({ ...result, value: 'short' }));
  tool('throws', () => { throw new Error('no'); });
  tool('grows', (result) => ({ ...result, value: result.value + '!' }));
};`;

describe('a call of a tool whose extension has a reducer for it (E-11)', () => {
  let host: Host;
  beforeAll(async () => {
    host = await createHost({
      config: { agents: { main: {} } },
      extensions: [{ id: 'reducing', source: REDUCING }],
    });
  });
  afterAll(() => host.close());

  it.each([
    { tool: 'shortens', reducer: 'applied', size: { raw: 11, reduced: 5 }, faults: 0 },
    { tool: 'throws', reducer: 'failed', size: { raw: 11, reduced: 11 }, faults: 1 },
    { tool: 'grows', reducer: 'rejected', size: { raw: 11, reduced: 11 }, faults: 1 },
  ])('is reported as $reducer, with its sizes, and counted', async (given) => {
    const { tool, reducer, size, faults } = given;
    const reports: CallReport[] = [];
    const faultsBefore = host.tally().reducerFaults.get(tool) ?? 0;
    using _leave = host.on('callFinished', (report) => reports.push(report));
    await host
      .agent('main')
      .session('s')
      .execute([{ id: '1', name: tool, args: {} }]);
    expect(reports).toMatchObject([{ toolName: tool, extensionId: 'reducing', reducer, size }]);
    expect(host.tally().reducerFaults.get(tool) ?? 0).toBe(faultsBefore + faults);
  });

  it('shows who listens to its start a frozen copy of its arguments', async () => {
    const started: ToolCall[] = [];
    const args = { deep: { a: 1 } };
    using _leave = host.on('callStarted', (call) => started.push(call));
    await host
      .agent('main')
      .session('s')
      .execute([{ id: '1', name: 'shortens', args }]);
    expect(started).toMatchObject([{ callId: '1', args }]);
    expect(started[0]?.args).not.toBe(args);
    const { deep } = (started[0]?.args ?? {}) as Partial<typeof args>;
    expect(() => Object.assign(deep ?? {}, { a: 2 })).toThrow(TypeError);
  });
});

describe('a host whose people approve calls', () => {
  it('waits for them as long as it was told to', async () => {
    const tool = {
      name: 'deploy',
      description: 'Deploys',
      schema: { type: 'object' },
      execute: () => ({ ok: true, value: 'deployed' }) as const,
    };
    const config = { agents: { main: {} } };
    await using host = await createHost({ config, tools: [tool], admissionTimeoutMs: 20 });
    host.hooks.admitCall.tapPromise('acme-approvals', () => new Promise(() => undefined));
    const [result] = await host
      .agent('main')
      .session('s')
      .execute([{ id: '1', name: 'deploy', args: {} }]);
    expect(result).toMatchObject({ status: 'refused', code: 'admission_refused' });
  });
});
