import type { CapabilityBackends, RequestedCapabilities, Tool } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { DefaultToolRegistry } from '../seed-registry/default-tool-registry.ts';
import { makeContext, makeTool } from '../testing/core-fixtures.ts';

async function run(
  capabilities: RequestedCapabilities,
  backends: CapabilityBackends,
  execute?: Tool['execute'],
) {
  const registry = new DefaultToolRegistry(backends);
  registry.register(makeTool('t', { capabilities, ...(execute && { execute }) }));
  const attachments = [{ ref: 'a1', kind: 'image' }];
  const [done] = await registry.executeParallel(
    [{ toolCallId: '1', name: 't', args: {} }],
    makeContext({ agentId: 'main' }),
    undefined,
    undefined,
    attachments,
  );
  return done?.result;
}

describe('capabilities of a core tool (E-10)', () => {
  it.each(['network', 'secrets', 'storage', 'fs_reach', 'process', 'attachments'])(
    'refuses %s when only other backends are there',
    async (name) => {
      const others = ['network', 'secrets', 'storage', 'fs_reach', 'process', 'attachments'].filter(
        (each) => each !== name,
      );
      const backends = Object.fromEntries(others.map((each) => [each, () => ({})]));
      const result = await run({ [name]: {} }, backends);
      expect(result).toMatchObject({
        ok: false,
        code: 'not_available',
        error: expect.stringContaining(`"${name}"`),
      });
    },
  );

  it.each(['constructor', 'toString', 'gpu'])('refuses the unknown capability %s', async (name) => {
    expect(await run({ [name]: {} } as RequestedCapabilities, {})).toMatchObject({
      ok: false,
      code: 'not_available',
    });
  });

  it('gives the tool the handles it declared, and no others', async () => {
    const seen: unknown[] = [];
    const backend = (declared: unknown, subject: object) => ({ declared, subject });
    const execute: Tool['execute'] = async (_args, { capabilities }) => {
      seen.push(capabilities);
      return { ok: true, value: '' };
    };
    await run({ storage: { quotaBytes: 10 } }, { storage: backend, network: backend }, execute);
    expect(seen).toMatchObject([
      {
        storage: {
          declared: { quotaBytes: 10 },
          subject: { toolName: 't', agentId: 'main', sessionKey: 'test:default' },
        },
      },
    ]);
    expect(Object.keys(seen[0] as object)).toEqual(['storage']);
  });

  it('hands the attachments of the turn to their backend', async () => {
    const given: unknown[] = [];
    await run({ attachments: { kinds: '*' } }, { attachments: (declared) => given.push(declared) });
    expect(given).toEqual([{ kinds: '*', attachments: [{ ref: 'a1', kind: 'image' }] }]);
  });

  it('refuses the call when a backend throws, and runs nothing', async () => {
    let runs = 0;
    const execute: Tool['execute'] = async () => {
      runs += 1;
      return { ok: true, value: '' };
    };
    const result = await run(
      { storage: {} },
      {
        storage: () => {
          throw new Error('disk full');
        },
      },
      execute,
    );
    expect(result).toMatchObject({
      ok: false,
      code: 'not_available',
      error: expect.stringContaining('disk full'),
    });
    expect(runs).toBe(0);
  });
});
