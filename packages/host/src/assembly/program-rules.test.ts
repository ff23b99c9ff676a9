import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-programs-')));
const audit: AuditEntry[] = [];

/** Runs what it is told and answers what came of it. */
const RUNNER = `export default (api) => {
  const say = (text) => ({ content: [{ type: 'text', text }] });
  const capabilities = { process: { allowedBinaries: ['*'] } };
  for (const name of ['shell', 'other']) api.registerTool({
    name, description: 'd', capabilities,
    parameters: { type: 'object', properties: { program: {}, argv: {}, stdin: {} } },
    execute: async (id, { program, argv, stdin }, ctx) => {
      try {
        const end = await ctx.process.run(program, argv, stdin === undefined ? {} : { stdin });
        return say('ran: ' + end.stdout);
      } catch (error) {
        return say('refused: ' + error.message);
      }
    },
  });
};`;

const GRANTS = {
  process: { allowedBinaries: ['echo', '/bin/echo', 'printf', 'cat'], cwd: [folder] },
};
const SECRET_PUSH = { contains: { const: 'push' } };

let host: Host;
beforeAll(async () => {
  host = await createHost({
    audit: { record: (entry) => void audit.push(entry) },
    extensions: [{ id: 'runner', source: RUNNER, grants: GRANTS }],
    config: {
      agents: {
        main: {},
        strict: {
          tools: { programsDefault: 'deny', rules: [{ programs: ['printf'], then: 'allow' }] },
        },
      },
      tools: {
        rules: [
          { programs: ['echo'], when: SECRET_PUSH, then: 'ask', reason: 'it leaves the house' },
          {
            programs: ['/bin/echo'],
            when: { prefixItems: [{ const: 'rm' }], minItems: 1 },
            then: 'deny',
            reason: 'never rm',
          },
          { programs: ['*'], tools: ['other'], then: 'deny', reason: 'other runs nothing' },
          { programs: ['cat'], then: 'ask' },
        ],
      },
    },
  });
});
afterAll(async () => {
  await host.close({ drainMs: 0 });
  rmSync(folder, { recursive: true });
});

async function run(
  program: string,
  argv: readonly string[],
  more: { tool?: string; agent?: string; stdin?: string } = {},
) {
  const { tool = 'shell', agent = 'main', stdin } = more;
  const args = { program, argv, ...(stdin === undefined ? {} : { stdin }) };
  const [result] = await host
    .agent(agent)
    .session('s')
    .execute([{ id: '1', name: tool, args }]);
  return result?.ok === true ? result.text : `${result?.code}: ${result?.message}`;
}

const waitingNow = async () => (await host.approvals.waiting()).approvals;

describe('rules on programs (T-3, T-4)', () => {
  it('let run what no rule is about, and refuse what one denies, by whichever name it is called', async () => {
    expect(await run('echo', ['hello'])).toBe('ran: hello\n');
    expect(await run('echo', ['rm', '-rf'])).toContain('refused: echo may not be run so: never rm');
    expect(await run('/bin/echo', ['rm'])).toContain('never rm');
    expect(await run('echo', ['not', 'rm'])).toBe('ran: not rm\n');
    const denied = audit.find(
      ({ action, decision }) => action === 'process.run' && decision === 'denied',
    );
    expect(denied).toMatchObject({
      target: '["echo","rm","-rf"]',
      toolName: 'shell',
      agentId: 'main',
    });
  });

  it('are those of a tool where they name one, and of an agent where it has some', async () => {
    expect(await run('echo', ['x'], { tool: 'other' })).toContain('other runs nothing');
    expect(await run('printf', ['x'], { agent: 'strict' })).toBe('ran: x');
    expect(await run('echo', ['x'], { agent: 'strict' })).toContain('the default is deny');
  });

  it('hold exactly one run until a person decides; the same call runs it then, once', async () => {
    const first = await run('echo', ['git', 'push']);
    const [held] = await waitingNow();
    expect(first).toContain('refused: echo needs approval');
    expect(first).toContain(`mortise approvals show ${held?.id}`);
    expect(held).toMatchObject({
      tool: 'shell',
      operation: 'process.run',
      reason: 'it leaves the house',
    });
    expect(JSON.parse(held?.args ?? '')).toMatchObject({ arguments: ['git', 'push'], folder });
    await host.approvals.decide(held?.id ?? '', { verdict: 'approved' });
    expect(await run('echo', ['git', 'push', '--force'])).toContain('needs approval');
    expect(await run('echo', ['git', 'push'])).toBe('ran: git push\n');
    expect(await host.approvals.show(held?.id ?? '')).toMatchObject({
      state: 'ended',
      use: { effects: 'done' },
    });
    expect(await run('echo', ['git', 'push'])).toContain('needs approval');
  });

  it('bind what the program reads, too', async () => {
    expect(await run('cat', [], { stdin: 'one' })).toContain('needs approval');
    const held = (await waitingNow()).find(({ args }) => args.includes('"stdin":"one"'));
    await host.approvals.decide(held?.id ?? '', { verdict: 'approved' });
    expect(await run('cat', [], { stdin: 'two' })).toContain('needs approval');
    expect(await run('cat', [], { stdin: 'one' })).toBe('ran: one');
  });

  it('refuse what a person denied without asking again', async () => {
    await run('echo', ['push', 'b']);
    const held = (await waitingNow()).find(({ args }) => args.includes('"push","b"'));
    await host.approvals.decide(held?.id ?? '', { verdict: 'denied', reason: 'no' });
    expect(await run('echo', ['push', 'b'])).toContain('was denied: no');
  });

  it('are decided at once by a program that listens', async () => {
    const stop = host.approvals.onWaiting(({ args }) =>
      args.includes('quick') ? { verdict: 'approved' } : undefined,
    );
    expect(await run('echo', ['push', 'quick'])).toBe('ran: push quick\n');
    stop();
  });

  it('are shown by explain, with what they say to a program', async () => {
    const explain = async (...argv: string[]) =>
      (await host.agent('main').session('s').explain('shell', { argv }))[0]?.ruling?.verdict;
    expect(await explain('echo', 'push')).toBe('ask');
    expect(await explain('/bin/echo', 'rm')).toBe('deny');
    expect(await explain('printf', 'push')).toBe('allow');
    const [explained] = await host.agent('main').session('s').explain('shell');
    expect(explained?.steps.map(({ rule }) => rule)).toContain(
      'ask programs echo: it leaves the house',
    );
  });
});
