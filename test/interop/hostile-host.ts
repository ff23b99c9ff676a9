import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigFile, McpServerState } from '@mortise/contracts';
import { mountConfiguredServers } from '@mortise/gateway';
import { createHost, type Host, MemorySecrets, type SessionResult } from '@mortise/host';
import { expect, vi } from 'vitest';
import { isFullRun } from '../full-run.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
export const SECRET = 'hunter2-hunter2-hunter2';

export type ServerEntry = NonNullable<ConfigFile['mcp_servers']>[string];

/** A host with one server that plays a trick and one that is well. */
export interface HostileHost extends AsyncDisposable {
  readonly host: Host;
  readonly folder: string;
  /** In the environment of the server and of all that it starts. */
  readonly mark: string;
  /** How often the trick was played, as its server counted. */
  played(): number;
  call(args?: object, tool?: string): Promise<SessionResult | undefined>;
  state(): McpServerState;
  /** That the other server answers as if nothing were. */
  expectOthersWell(): Promise<void>;
  /** Everything that a person or a model could have read so far. */
  said(): string;
}

/** What each of them may change for its trick. */
export interface TrickOptions {
  readonly server?: Partial<ServerEntry>;
  readonly extra?: string;
  /** A jail takes the time of another Node: `pnpm test:full` has all of them in one. */
  readonly isJailed?: boolean;
  readonly network?: boolean;
}

const LIMITS = { callMs: 3_000, connectMs: 5_000 };

export async function openHostileHost(
  trick: string,
  { server = {}, extra = '', network = true, isJailed = isFullRun() }: TrickOptions = {},
): Promise<HostileHost> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-tricks-')));
  const counter = join(folder, 'played');
  const id = randomUUID();
  writeFileSync(counter, '');
  const script = (name: string, ...args: string[]) => ({
    ...{ command: process.execPath, args: [join(FIXTURES, name), ...args] },
  });
  const evil = {
    ...script('tricks-server.mjs', trick, counter, extra),
    ...{ limits: LIMITS, env: { KEY: { $secret: 'KEY' }, TRICK: id } },
    sandbox: isJailed ? { write: [counter], network } : ('off' as const),
    ...server,
  };
  const path = join(folder, 'mortise.config.json');
  const config = {
    agents: { main: {} },
    mcp_servers: { evil, well: { ...script('told-server.mjs', 'plain'), sandbox: 'off' } },
  };
  writeFileSync(path, JSON.stringify(config));
  const lines: string[] = [];
  const note = (details: object, text: string) => void lines.push(JSON.stringify([text, details]));
  const host = await createHost({
    ...{ config: path, secrets: new MemorySecrets([['KEY', SECRET]]) },
    logger: { debug: note, info: note, warn: note, error: note },
  });
  await mountConfiguredServers(host, { firstPauseMs: 200, refreshPauseMs: 20 });
  const run = async (name: string, args: object = {}) => {
    const [result] = await host
      .agent('main')
      .session('s')
      .execute([{ id: '1', name, args }]);
    return result;
  };
  return {
    ...{ host, folder, mark: `TRICK=${id}` },
    played: () => readCounts(counter),
    call: (args, tool = 'a') => run(`mcp__evil__${tool}`, args),
    state: () => host.servers.state('evil') ?? expect.fail('There is no such server.'),
    expectOthersWell: async () =>
      expect(await run('mcp__well__told')).toMatchObject({ ok: true, structured: { args: [] } }),
    said: () => JSON.stringify([lines, host.diagnostics(), host.servers.states(), host.tools()]),
    [Symbol.asyncDispose]: async () => {
      await host.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function readCounts(file: string): number {
  if (!existsSync(file)) return 0;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.reduce((sum, line) => sum + Number(line), 0);
}

/** Waits until something holds, as long as slow machines need. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000, interval: 50 });
}
