import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type TokenDescription } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-token-cli-'));
const config = join(folder, 'mortise.config.yaml');
const stateDir = join(folder, '.mortise');
beforeAll(() => writeFileSync(config, 'agents: { main: {}, other: {} }\n'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const type = (...argv: string[]) => typeCommand(argv, { cwd: folder });

interface Made {
  readonly token: string;
  readonly record: TokenDescription;
}

async function make(...argv: string[]): Promise<Made> {
  const { exit, out } = await type('token', 'create', ...argv, '--json');
  expect(exit).toBe(0);
  return JSON.parse(out);
}

async function listed(): Promise<readonly TokenDescription[]> {
  return JSON.parse((await type('token', 'list', '--json')).out).tokens;
}

/** Who a host on this state takes the holder of a token for. */
async function principalOf(token: string) {
  await using host = await createHost({ config, stateDir });
  return host.tokens.verify(token);
}

const DAY = 86_400_000;

const REFUSED: readonly (readonly [argv: readonly string[], says: string])[] = [
  [['create'], 'A token is for agents.'],
  [['create', '--agent', 'mian'], 'did you mean `main`'],
  [['create', '--agent', 'main', '--role', 'cal'], 'did you mean `call`'],
  [['create', '--agent', 'main', '--expires', 'soon'], '"soon" is no time'],
  [['create', '--agent', 'main', '--user', 'a\nb'], 'visible characters'],
  [['create', '--agent', 'main', '--role', 'operate'], 'is for all agents'],
  [['create', '--agent', 'main', '--bound-to', 'short'], 'thumbprint'],
  [['revoke'], 'Which token?'],
  [['revoke', 'none'], 'There is no token of this id'],
  [['crate'], 'did you mean `create`'],
];

const UNCONNECTED: readonly (readonly [argv: readonly string[], says: string])[] = [
  [['word', 'main'], 'There is no client "word"'],
  [['cursr', 'main'], 'did you mean `cursor`'],
  [['cursor', 'nobody'], 'There is no agent "nobody"'],
  [['cursor', 'main', '--session', 'a b'], 'without blanks'],
];

describe('mortise token, with no host running (T-1)', () => {
  it('makes a token that the next host knows, with all that was asked for, and keeps no token', async () => {
    const { token, record } = await make(
      ...['--agent', 'main', '--agent', 'other', '--role', 'call', '--role', 'view'],
      ...['--user', 'ana', '--expires', '2d', '--name', 'a laptop', '--provider', 'acme'],
      ...['--model', 'm1', '--sandboxed', '--bound-to', 'x'.repeat(43)],
    );
    const asked = { agents: ['main', 'other'], roles: ['call', 'view'], userId: 'ana' };
    const more = { provider: 'acme', model: 'm1', sandboxed: true, boundTo: 'x'.repeat(43) };
    expect(record).toMatchObject({ ...asked, ...more, name: 'a laptop' });
    expect((record.expiresAt ?? 0) - record.createdAt).toBe(2 * DAY);
    expect(record.createdBy).toMatch(/^os:/);
    expect(await principalOf(token)).toMatchObject({ kind: 'client', ...asked, ...more });
    const kept = ['state.db', 'state.db-wal'].map((name) => {
      try {
        return readFileSync(join(stateDir, name), 'latin1');
      } catch {
        return '';
      }
    });
    expect(kept.join('')).toContain(record.id);
    expect(kept.join('')).not.toContain(token.slice(-43));
  });

  it('says the token once, how to take it back, and what it is for', async () => {
    const { out } = await type('token', 'create', '--agent', 'all', '--expires', 'never');
    const id = /^mortise_([0-9a-z]{12})_/.exec(out)?.[1];
    expect(out).toContain(`mortise token revoke ${id}`);
    expect(out).toContain('call · all agents · never expires');
    expect((await type('token', 'list')).out).not.toContain(out.split('\n')[0]);
  });

  it('refuses what makes no sense, says why, and makes nothing', async () => {
    const before = await listed();
    for (const [argv, says] of REFUSED) {
      const { exit, said } = await type('token', ...argv);
      expect([argv, exit === 0, said.includes(says)]).toEqual([argv, false, true]);
    }
    expect(await listed()).toEqual(before);
  });

  it('revokes by id or by the token as it stands; what was revoked opens nothing', async () => {
    const [one, two] = [await make('--agent', 'main'), await make('--agent', 'main')];
    expect((await type('token', 'revoke', one.record.id)).exit).toBe(0);
    expect((await type('token', 'revoke', two.token)).out).toContain(`revoked ${two.record.id}`);
    expect(await principalOf(one.token)).toBeUndefined();
    expect(await principalOf(two.token)).toBeUndefined();
    const lines = (await type('token', 'list')).out.split('\n');
    expect(lines.find((line) => line.includes(one.record.id))).toContain('revoked');
  });

  it('rotates the operator’s token: another one, for this account alone', async () => {
    const file = join(stateDir, 'token');
    expect((await type('token', 'rotate')).exit).toBe(0);
    const first = readFileSync(file, 'utf8');
    expect((await type('token', 'rotate')).out).toContain('holds a new operator token');
    expect(readFileSync(file, 'utf8')).not.toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('ends the sessions of the console that the old operator’s token may have opened', async () => {
    const session = await make('--role', 'operate', '--name', 'console');
    const other = await make('--agent', 'main', '--name', 'a laptop');
    expect((await type('token', 'rotate')).exit).toBe(0);
    expect(await principalOf(session.token)).toBeUndefined();
    expect(await principalOf(other.token)).toMatchObject({ kind: 'client' });
  });

  it('loses none of those that several people make at once', async () => {
    const before = (await listed()).length;
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) => make('--agent', 'main', '--name', `person ${index}`)),
    );
    const after = await listed();
    expect(after).toHaveLength(before + 6);
    for (const { record } of made) expect(after.map(({ id }) => id)).toContain(record.id);
  });

  it('writes who did it into the audit log', async () => {
    const { record } = await make('--agent', 'main', '--user', 'ana');
    await type('token', 'revoke', record.id);
    const log = readFileSync(join(stateDir, 'audit.jsonl'), 'utf8');
    for (const action of ['token.create', 'token.revoke']) {
      expect(log).toMatch(new RegExp(`"action":"${action}"[^\\n]*"target":"${record.id}"`));
    }
  });
});

describe('mortise connect, with no host running (T-1)', () => {
  it('refuses what makes no sense, says why, and makes no token', async () => {
    const before = await listed();
    for (const [argv, says] of UNCONNECTED) {
      const { exit, said } = await type('connect', ...argv);
      expect([argv, exit === 0, said.includes(says)]).toEqual([argv, false, true]);
    }
    expect(await listed()).toEqual(before);
  });

  it('says that no host runs yet, and where the next one will be', async () => {
    const { out } = await type('connect', 'cursor', 'main');
    expect(out).toContain('no host runs here yet: mortise serve');
    expect(out).toContain('http://127.0.0.1:4848/mcp/main');
    writeFileSync(config, 'agents: { main: {}, other: {} }\nserve: { port: 4949 }\n');
    expect((await type('connect', 'cursor', 'main')).out).toContain(
      'http://127.0.0.1:4949/mcp/main',
    );
    writeFileSync(
      config,
      'agents: { main: {}, other: {} }\nserve: { publicUrl: "https://tools.example/x/" }\n',
    );
    expect((await type('connect', 'cursor', 'main')).out).toContain(
      '"https://tools.example/x/mcp/main"',
    );
    writeFileSync(config, 'agents: { main: {}, other: {} }\n');
  });
});
