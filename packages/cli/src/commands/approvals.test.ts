import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-approvals-cli-'));
const config = join(folder, 'mortise.config.yaml');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const type = (...argv: string[]) => typeCommand(['approvals', ...argv], { cwd: folder });

beforeAll(() => {
  const rules = ['tools:', '  rules:', '    # the house', '    - tools: [send]', '      then: ask'];
  writeFileSync(config, ['agents: { main: {} }', ...rules, ''].join('\n'));
});

/** A host of another program on the same state. */
async function withHost<Result>(use: (host: Host) => Promise<Result>): Promise<Result> {
  await using host = await createHost({
    config,
    stateDir: join(folder, '.mortise'),
    tools: [
      {
        name: 'send',
        description: 'Sends mail.',
        schema: { type: 'object' },
        execute: () => ({ ok: true, value: 'sent' }),
      },
    ],
  });
  return await use(host);
}

async function send(host: Host, args: object) {
  const session = host.agent('main').session('s');
  const calls = [{ id: 'c', name: 'send', args }];
  const [result] = await session.execute(calls, { approvalWaitMs: 0 });
  return result;
}

const hold = (args: object) =>
  withHost(async (host) => {
    const result = await send(host, args);
    return result?.ok === false ? (result.approvalId ?? '') : '';
  });

describe('mortise approvals, with no host running (T-4)', () => {
  it('lists, shows completely and approves; the next host runs the call, once', async () => {
    const long = 'x'.repeat(3_000);
    const args = { to: 'a\u202eb', long };
    const id = await hold(args);
    expect((await type('list')).out).toContain(`${id}  waiting  send  main`);
    const shown = await type('show', id);
    expect(shown.out).toContain('a\\u202eb');
    expect(shown.out).toContain(long);
    expect((await type('approve', id, '--hash', 'sha256-0')).said).toContain('not what was seen');
    const approved = await type('approve', id);
    expect([approved.exit, approved.out]).toEqual([
      0,
      expect.stringContaining('no call of this host waits for it now: unless'),
    ]);
    expect((await type('list')).out).toContain('no call waits');
    expect(await withHost((host) => send(host, args))).toMatchObject({ ok: true });
    expect(await withHost((host) => send(host, args))).toMatchObject({ code: 'approval_pending' });
    expect((await type('show', id)).out).toMatch(/decided {2}approved by os:.* effects: done/s);
  });

  it('denies with a reason, which the same call is told', async () => {
    const id = await hold({ to: 'bob' });
    expect((await type('deny', id, '--reason', 'not today')).exit).toBe(0);
    const result = await withHost((host) => send(host, { to: 'bob' }));
    expect(result).toMatchObject({
      code: 'approval_denied',
      message: expect.stringContaining('not today'),
    });
    expect((await type('approve', id)).said).toContain('approval_decided');
  });

  it('writes an exception that can be read, and none for what cannot be seen', async () => {
    const id = await hold({ to: 'eve' });
    expect((await type('approve', id, '--always')).out).toContain('not asked for again');
    const text = readFileSync(config, 'utf8');
    expect(text).toContain('# the house');
    expect(text).toMatch(/except:\s+- agent: main\s+tool: send\s+args:\s+to: eve/);
    expect(await withHost((host) => send(host, { to: 'eve' }))).toMatchObject({ ok: true });
    expect(await withHost((host) => send(host, { to: 'eve' }))).toMatchObject({ ok: true });
    const hidden = await hold({ to: 'e\u200bve' });
    const refused = await type('approve', hidden, '--always');
    expect(refused.said).toContain('cannot be seen');
    expect([refused.exit, readFileSync(config, 'utf8')]).toEqual([5, text]);
  });

  it('names what is wrong with an id or an action', async () => {
    expect((await type('show', 'ap_none')).said).toContain('unknown_approval');
    expect((await type('show')).said).toContain('mortise approvals list');
    expect((await type('bless', 'x')).exit).toBe(2);
  });
});
