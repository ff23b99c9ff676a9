import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';

const cwd = mkdtempSync(join(tmpdir(), 'mortise-audit-command-'));
const log = join(cwd, '.mortise', 'audit.jsonl');
const type = (...argv: string[]) => typeCommand(argv, { cwd });
const config = join(cwd, 'mortise.config.yaml');
beforeAll(() => writeFileSync(config, 'tools:\n  deny: [secret]\nagents:\n  main: {}\n'));
afterAll(() => rmSync(cwd, { recursive: true }));

describe('mortise audit (T-7)', () => {
  it('has what was edited without a running host, and the account that did it', async () => {
    expect(await type('deny', 'main', 'other_tool', '--force')).toMatchObject({ exit: 0 });
    const { out } = await type('audit', 'search', '--kind', 'operator', '--json');
    expect(JSON.parse(out)).toMatchObject({
      records: [
        {
          ...{ kind: 'operator', action: 'cli.deny', target: 'main other_tool' },
          principalId: expect.stringMatching(/^os:.+/),
        },
      ],
    });
  });

  it('explains a call of the past with the lines of the configuration of then', async () => {
    const secret = {
      ...{ name: 'secret', description: 's', schema: { type: 'object' } as const },
      execute: async () => ({ ok: true, value: '' }) as const,
    };
    {
      await using host = await createHost({ config, audit: log, tools: [secret] });
      await host
        .agent('main')
        .session('s')
        .execute([{ id: 'c1', name: 'secret', args: {} }]);
    }
    writeFileSync(config, 'agents:\n  main: {}\n');
    const { exit, out } = await type('why', 'c1');
    expect(out).toContain('made again from the policy of then: the same (denied)');
    expect(out).toContain('mortise.config.yaml:2');
    expect(exit).toBe(0);
  });

  it('names a search that finds the calls of all clients that chose one id (T-7)', async () => {
    {
      await using host = await createHost({ config: { agents: { main: {} } }, audit: log });
      const calls = [{ id: 'shared', name: 'none', args: {} }];
      for (const session of ['one', 'other']) {
        await host.agent('main').session(session).execute(calls, { once: true });
      }
    }
    expect((await type('why', 'shared')).out).toMatch(/audit search --call shared$/m);
  });

  it('says which line was changed, and ends with another code', async () => {
    expect(await type('audit', 'verify')).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^intact: /),
    });
    const text = readFileSync(log, 'utf8');
    writeFileSync(log, text.replace('"cli.deny"', '"cli.allow"'));
    const broken = await type('audit', 'verify');
    expect(broken.said).toMatch(/^BROKEN: audit\.jsonl:2: .*\[line_changed\]/);
    expect(broken.exit).not.toBe(0);
    writeFileSync(log, text);
  });

  it('changes the key that signs, and stays intact', async () => {
    const before = (await type('audit', 'key')).out;
    const after = await type('audit', 'rotate-key');
    expect(after.exit).toBe(0);
    expect(after.out).not.toBe(before);
    expect(await type('audit', 'verify')).toMatchObject({ exit: 0 });
    const [, key = ''] = before.split(' ');
    expect((await type('audit', 'verify', '--key', key)).said).toContain('[key_differs]');
  });

  it.each([
    [['audit', 'verfy'], /verify/],
    [['audit', 'search', '--kind', 'cal'], /call/],
    [['audit', 'search', '--since', 'soon'], /no time/],
    [['audit', 'verify', '--head', '12'], /<seq>:<hash>/],
    [['why', 'c1', '--args', '{'], /no JSON/],
    [['why', 'never'], /audit search/],
  ])('says what is meant: %s', async (argv, words) => {
    const { exit, said } = await type(...argv);
    expect(exit).not.toBe(0);
    expect(said).toMatch(words);
  });
});
