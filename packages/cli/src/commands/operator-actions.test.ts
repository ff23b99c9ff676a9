import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainRecord, searchAudit, verifyAudit } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';
import { runCli } from '../run-cli.ts';
import { osAccount } from '../settings/os-account.ts';
import { COMMANDS } from './commands.ts';

const cwd = mkdtempSync(join(tmpdir(), 'mortise-actions-'));
const log = join(cwd, '.mortise', 'audit.jsonl');
const type = (...argv: string[]) => typeCommand(argv, { cwd });
const SOURCE = `export default (api) => api.registerTool({ name: 'note', description: 'n',
  parameters: { type: 'object' }, execute: () => 'noted' });`;

beforeAll(() => {
  writeFileSync(join(cwd, 'mortise.config.json'), JSON.stringify({ agents: { main: {} } }));
  mkdirSync(join(cwd, 'notes'));
  const manifest = {
    ...{ id: 'notes', version: '1.0.0', entry: 'index.js' },
    capabilities: { network: { allowedHosts: ['example.org'], reason: 'news' } },
  };
  writeFileSync(join(cwd, 'notes', 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(join(cwd, 'notes', 'index.js'), SOURCE);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** The newest first. */
const records = async (query: object = {}): Promise<readonly ChainRecord[]> =>
  (await searchAudit(log, { kind: 'operator', limit: 200, ...query })).records;

/** What was written down since the newest record that is given. */
async function since(before: number): Promise<readonly ChainRecord[]> {
  return (await records()).filter(({ seq }) => seq > before);
}
const newest = async () => (existsSync(log) ? ((await records())[0]?.seq ?? 0) : 0);

describe('what operators type (T-7)', () => {
  it.each([
    ['add ./notes --grant none', 'cli.add', './notes'],
    ['grant notes network example.org', 'cli.grant', 'notes network example.org'],
    ['revoke notes network', 'cli.revoke', 'notes network'],
    ['allow main note', 'cli.allow', 'main note'],
    ['deny main note', 'cli.deny', 'main note'],
    ['disable notes', 'cli.disable', 'notes'],
    ['enable notes', 'cli.enable', 'notes'],
    ['token create --agent main', 'cli.token', 'create'],
    ['token rotate', 'cli.token', 'rotate'],
    ['connect cursor main', 'cli.connect', 'cursor main'],
    ['stop --agent main --reason wild', 'cli.stop', ''],
    ['resume --agent main', 'cli.resume', ''],
    ['audit rotate-key', 'cli.audit', 'rotate-key'],
    ['prune', 'cli.prune', ''],
    ['remove notes', 'cli.remove', 'notes'],
  ])(
    'is written down with the account that typed it, without a host: %s',
    async (line, action, target) => {
      const before = await newest();
      const { said } = await type(...line.split(' '));
      const written = await since(before);
      expect(
        written.find((each) => each.action === action),
        said,
      ).toMatchObject({
        ...{ action, target, principalId: osAccount(), decision: 'allowed' },
      });
    },
  );

  it('names what was stopped and resumed without a host, and for which agent', async () => {
    expect(
      (await records({ action: 'stop' })).map(({ action, agentId, principalId }) => [
        action,
        agentId,
        principalId,
      ]),
    ).toEqual([
      ['stop.lift', 'main', osAccount()],
      ['stop.begin', 'main', osAccount()],
    ]);
  });

  it.each([['token list'], ['stops'], ['tools main'], ['approvals list'], ['audit verify']])(
    'is not written down where nothing changes: %s',
    async (line) => {
      const before = await newest();
      await type(...line.split(' '));
      expect(await since(before)).toEqual([]);
    },
  );

  it('never holds a token, though it was typed', async () => {
    const { out } = await type('token', 'create', '--agent', 'main', '--json');
    const { token } = JSON.parse(out) as { token: string };
    expect(await type('token', 'revoke', token)).toMatchObject({ exit: 0 });
    const [revoked] = await records({ action: 'cli.token' });
    expect(revoked?.target).toMatch(/^revoke mortise_[0-9a-z]{12}_…$/);
    expect(JSON.stringify(await records())).not.toContain(token);
  });

  it('is recorded for every command that changes something', () => {
    const changing = COMMANDS.filter(
      ({ isEdit, isRecorded }) => isEdit === true || isRecorded !== undefined,
    );
    const others = COMMANDS.filter((command) => !changing.includes(command)).map(
      ({ name }) => name,
    );
    // None of these changes what a host does; `init`, `new` and `fleet` write files that none uses yet.
    expect(others).toEqual([
      ...['init', 'serve', 'stops', 'rates', 'mcp', 'tools', 'explain', 'diff', 'simulate', 'call'],
      ...['new', 'dev', 'check', 'build', 'pack', 'grants', 'why', 'runner', 'fleet', 'doctor'],
    ]);
  });
});

describe('a host that serves (T-7)', () => {
  it('writes down that it begins and ends, and who had it reload', async () => {
    const ending = new AbortController();
    let hangUp: (() => Promise<void>) | undefined;
    const before = await newest();
    const serving = runCli(['serve', '--port', '0'], {
      ...{ cwd, env: {}, signal: ending.signal },
      onReload: (reload) => {
        hangUp = reload;
        return () => undefined;
      },
      terminal: { out: () => undefined, err: () => undefined, hasColour: false },
    });
    try {
      await vi.waitFor(() => expect(hangUp).toBeDefined(), 30_000);
      await hangUp?.();
      writeFileSync(join(cwd, 'mortise.config.json'), '{ "agents": 1 }');
      await hangUp?.();
      writeFileSync(join(cwd, 'mortise.config.json'), JSON.stringify({ agents: { main: {} } }));
      expect(await type('reload')).toMatchObject({ exit: 0 });
    } finally {
      ending.abort();
      await serving;
    }
    const written = (await since(before)).toReversed();
    const facts = written.map(({ action, principalId, decision }) => [
      action,
      principalId,
      decision,
    ]);
    expect(facts).toEqual([
      ['host.start', osAccount(), 'allowed'],
      ['config.reload', 'signal:SIGHUP', 'allowed'],
      ['config.reload', 'signal:SIGHUP', 'failed'],
      ['config.reload', 'operator', 'allowed'],
      ['api.reloadConfig', 'operator', 'allowed'],
      ['cli.reload', osAccount(), 'allowed'],
      ['host.stop', osAccount(), 'allowed'],
    ]);
    expect(await verifyAudit(log)).toMatchObject({ isIntact: true });
  });

  it('takes a SIGHUP that comes while it opens when it serves, and is not ended by it', async () => {
    const ending = new AbortController();
    const before = await newest();
    let reloaded: Promise<void> | undefined;
    const serving = runCli(['serve', '--port', '0'], {
      ...{ cwd, env: {}, signal: ending.signal },
      onReload: (reload) => {
        reloaded = reload();
        return () => undefined;
      },
      // The first word of it tells scripts that it may be sent a signal.
      terminal: {
        out: () => expect(reloaded).toBeDefined(),
        err: () => undefined,
        hasColour: false,
      },
    });
    await vi.waitFor(() => expect(reloaded).toBeDefined(), 30_000);
    await reloaded;
    ending.abort();
    expect(await serving).toBe(0);
    const actions = (await since(before)).toReversed().map(({ action }) => action);
    expect(actions).toEqual(['host.start', 'config.reload', 'host.stop']);
  });
});
