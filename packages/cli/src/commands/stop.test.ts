import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';

const cwd = mkdtempSync(join(tmpdir(), 'mortise-stop-'));
const state = join(cwd, '.mortise');
const type = (...argv: string[]) => typeCommand(argv, { cwd });

beforeAll(() =>
  writeFileSync(
    join(cwd, 'mortise.config.json'),
    JSON.stringify({
      toolkits: { extra: { tools: [] } },
      agents: { main: { allowed_toolkits: ['extra'] }, other: { allowed_toolkits: ['extra'] } },
    }),
  ),
);
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('the stop switch as it is typed (T-6)', () => {
  it.each([['stop'], ['stop', '--all', '--agent', 'main'], ['resume']])(
    'says what is missing: mortise %s %s',
    async (...argv) => {
      expect(await type(...argv)).toMatchObject({ exit: 2 });
    },
  );

  it('stops and lifts without a host, for whichever starts next', async () => {
    expect(await type('stops')).toMatchObject({ exit: 0, out: 'nothing is stopped' });
    const stopped = await type('stop', '--agent', 'main', '--reason', 'too\u001b[31m wild');
    expect(stopped).toMatchObject({ exit: 0 });
    expect(stopped.out).toBe('stopped the agent main\n  lift it with: mortise resume --agent main');
    const listed = await type('stops');
    expect(listed.out).toContain('An operator has stopped the agent main: too\\u{1b}[31m wild');
    const call = await type('call', 'list_toolkits', '--agent', 'main', '--json');
    expect(call).toMatchObject({ exit: 1 });
    expect(JSON.parse(call.out)).toMatchObject({ code: 'stopped', status: 'refused' });
    expect(await type('call', 'list_toolkits', '--agent', 'other')).toMatchObject({ exit: 0 });
    expect((await type('resume', '--all')).said).toContain('This is not stopped.');
    expect(await type('resume', '--agent', 'main')).toMatchObject({ exit: 0 });
    expect(await type('call', 'list_toolkits', '--agent', 'main')).toMatchObject({ exit: 0 });
  });

  it('reaches the host that runs without the password of its state, and owns up to what no other host hears', async () => {
    const there = mkdtempSync(join(cwd, 'replica-'));
    // Nothing answers there.
    const url = 'postgres://mortise@127.0.0.1:1/mortise';
    const config = {
      agents: { main: {} },
      state: { url, password: { $secret: 'STATE_PASSWORD' } },
    };
    writeFileSync(join(there, 'mortise.config.json'), JSON.stringify(config));
    const env = { MORTISE_SECRET_STATE_PASSWORD: 'geheim' };
    const alone = await typeCommand(['stop', '--agent', 'main'], { cwd: there, env });
    expect(alone).toMatchObject({ exit: 5 });
    expect(alone.said).toContain('other hosts do not hear of it');
    const ending = new AbortController();
    const { signal } = ending;
    const serving = typeCommand(['serve', '--port', '0'], { cwd: there, env, signal });
    try {
      const file = join(there, '.mortise', 'host.json');
      await vi.waitFor(() => expect(existsSync(file)).toBe(true), 30_000);
      expect((await typeCommand(['stop', '--all'], { cwd: there })).out).toContain(
        `stopped everything (pid ${process.pid})`,
      );
    } finally {
      ending.abort();
      await serving;
    }
  });

  it('owns up to hosts that it cannot reach because the configuration cannot be read', async () => {
    const there = mkdtempSync(join(cwd, 'broken-'));
    const config = join(there, 'mortise.config.json');
    writeFileSync(config, '{ "agents": ');
    const stop = () => typeCommand(['stop', '--all'], { cwd: there });
    expect(await stop()).toMatchObject({ exit: 0 });
    // As a host on a database leaves it.
    writeFileSync(join(there, '.mortise', 'state-place'), 'postgres://db.internal/mortise\n');
    const stopped = await stop();
    expect(stopped).toMatchObject({ exit: 5 });
    expect(stopped.said).toContain('hosts go by postgres://db.internal/mortise: they do not hear');
  });

  it('reaches the host that runs, which knows its names', async () => {
    const ending = new AbortController();
    const serving = typeCommand(['serve', '--port', '0'], { cwd, signal: ending.signal });
    try {
      await vi.waitFor(() => expect(existsSync(join(state, 'host.json'))).toBe(true), 30_000);
      const misspelt = await type('stop', '--agent', 'mian');
      expect(misspelt).toMatchObject({ exit: 2 });
      expect(misspelt.said).toContain('did you mean `main`?');
      expect((await type('stop', '--all')).out).toContain(
        `stopped everything (pid ${process.pid})`,
      );
      const call = await type('call', 'list_toolkits', '--agent', 'other', '--json');
      expect(JSON.parse(call.out)).toMatchObject({ code: 'stopped' });
      const tools = await type('explain', 'main', 'list_toolkits');
      expect(tools.out).toContain('An operator has stopped everything: every call is refused');
      expect((await type('doctor')).said).toContain('An operator has stopped everything');
      expect((await type('resume', '--all')).out).toContain('resumed everything');
      expect(await type('call', 'list_toolkits', '--agent', 'main')).toMatchObject({ exit: 0 });
    } finally {
      ending.abort();
      await serving;
    }
  });
});
