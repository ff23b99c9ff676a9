import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import { defineTool } from './define-tool.ts';
import type { Host } from './host.ts';

const tool = (name: string) =>
  defineTool({
    ...{ name, description: 'd', schema: { type: 'object' } as const },
    execute: () => ({ ok: true, value: 'ran' }) as const,
  });

const ARGS = { path: '/a', list: [1, { b: null }] };
let host: Host;
beforeAll(async () => {
  const except = [{ agent: 'main', tool: 'read', args: ARGS }];
  host = await createHost({
    tools: [tool('read'), tool('wipe')],
    config: {
      tools: { rules: [{ tools: '*', when: { required: ['path'] }, then: 'ask', except }] },
      agents: { main: {}, below: { parent: 'main' }, other: {} },
    },
  });
});
afterAll(() => host.close());

async function call(agent: string, name: string, args: object) {
  const session = host.agent(agent).session('s');
  const [result] = await session.execute([{ id: 'c', name, args }], { approvalWaitMs: 0 });
  return result?.ok === true ? 'ran' : result?.code;
}

describe('a call that a rule is not about (T-3, T-4)', () => {
  it('runs, in whatever order its keys are', async () => {
    expect(await call('main', 'read', ARGS)).toBe('ran');
    expect(await call('main', 'read', { list: ARGS.list, path: '/a' })).toBe('ran');
  });

  it.each([
    { what: 'another tool', agent: 'main', name: 'wipe', args: ARGS },
    { what: 'another agent', agent: 'other', name: 'read', args: ARGS },
    { what: 'an agent below it', agent: 'below', name: 'read', args: ARGS },
    { what: 'another argument', agent: 'main', name: 'read', args: { ...ARGS, path: '/b' } },
    { what: 'one argument more', agent: 'main', name: 'read', args: { ...ARGS, force: true } },
    { what: 'one argument less', agent: 'main', name: 'read', args: { path: '/a' } },
  ])('is asked for with $what', async ({ agent, name, args }) => {
    expect(await call(agent, name, args)).toBe('approval_pending');
  });

  it('is shown as such by explain', async () => {
    const explain = async (name: string) =>
      JSON.stringify(await host.agent('main').session('s').explain(name, { args: ARGS }));
    expect(await explain('read')).not.toContain('"verdict":"ask"');
    expect(await explain('wipe')).toContain('ask');
  });
});
