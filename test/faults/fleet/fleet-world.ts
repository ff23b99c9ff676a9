import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { typeMortise } from '../../fleet/mortise-process.ts';
import { NatsBroker } from '../../fleet/nats-broker.ts';
import { OwnPostgres } from '../../servers/own-postgres.ts';
import { FleetProcess } from './fleet-process.ts';
import { forward, type LinkYard } from './link-yard.ts';

export const HOSTS = 3;
export const RUNNERS = 4;

/** Each execution leaves a file of its own and then goes on for a moment. */
const source = (ran: string) => `
const schema = { type: 'object', properties: { mark: { type: 'string' } }, required: ['mark'] };
const capabilities = { fs_reach: { write: ['*'] }, storage: {} };
const leave = async (id, { mark }, ctx) => {
  const own = Math.random().toString(36).slice(2);
  await ctx.fs.write(${JSON.stringify(ran)} + '/' + mark + '.' + own, 'ran');
  for (let step = 0; step < Math.random() * 12; step += 1) await ctx.storage.get('step');
  return { content: [{ type: 'text', text: 'marked' }] };
};
const answer = (text) => ({ content: [{ type: 'text', text: String(text) }] });
export default (api) => {
  for (const name of ['mark', 'again', 'guarded'])
    api.registerTool({ name, description: 'd', parameters: schema, capabilities, idempotent: name === 'again', execute: leave });
  api.registerTool({ name: 'keep', description: 'd', parameters: schema, capabilities: { storage: {} },
    execute: async (id, { mark }, ctx) => { await ctx.storage.set(mark, mark); return answer('kept'); } });
  api.registerTool({ name: 'read', description: 'd', parameters: schema, capabilities: { storage: {} },
    execute: async (id, { mark }, ctx) => answer(await ctx.storage.get(mark)) });
  api.registerTool({ name: 'ping', description: 'd', parameters: { type: 'object' }, execute: async () => answer('pong') });
};`;

/** A database, a broker, hosts and runner nodes, and a folder in which executions leave their marks. */
export class FleetWorld implements AsyncDisposable {
  readonly folder: string;
  readonly postgres: OwnPostgres;
  readonly broker: NatsBroker;
  readonly hosts: readonly FleetProcess[];
  readonly runners: readonly FleetProcess[];
  readonly #servers: readonly Server[];

  private constructor(
    parts: Pick<FleetWorld, 'folder' | 'postgres' | 'broker' | 'hosts' | 'runners'>,
    servers: readonly Server[],
  ) {
    this.folder = parts.folder;
    this.postgres = parts.postgres;
    this.broker = parts.broker;
    this.hosts = parts.hosts;
    this.runners = parts.runners;
    this.#servers = servers;
  }

  static async open(yard: LinkYard): Promise<FleetWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-fleet-faults-'));
    const postgres = await OwnPostgres.start({ fsync: true });
    const broker = await NatsBroker.start();
    const [database, messages] = [
      await forward(yard, portOf(postgres.url('fleet'))),
      await forward(yard, portOf(broker.url)),
    ];
    await writeFirstHost(folder);
    const names = Array.from({ length: HOSTS }, (_, index) => `host-${index}`);
    const hosts = names.map((name) => {
      const cwd = join(folder, name);
      if (name !== names[0]) cpSync(join(folder, names[0] ?? ''), cwd, { recursive: true });
      return new FleetProcess({
        ...{ name, yard, cwd },
        words: ({ hub, address }) => {
          writeConfig(cwd, { nats: `nats://${hub}:${messages.port}`, fleet: 'faults' });
          const state = new URL(postgres.url('fleet'));
          [state.hostname, state.port] = [hub, String(database.port)];
          const words = ['serve', '--json', '--port', '0', '--hostname', address];
          const env = { MORTISE_STATE: state.href, MORTISE_LOG_LEVEL: 'error' };
          return { args: [...words, '--allowed-host', address], env };
        },
      });
    });
    const runners = Array.from({ length: RUNNERS }, (_, index) => {
      const name = `runner-${index}`;
      const cwd = join(folder, name);
      mkdirSync(cwd);
      const of = ['--fleet', 'faults', '--name', name, '--log-level', 'error'];
      return new FleetProcess({
        ...{ name, yard, cwd },
        words: ({ hub }) => ({
          args: ['runner', '--json', '--nats', `nats://${hub}:${messages.port}`, ...of],
        }),
      });
    });
    const servers = [database.server, messages.server];
    return new FleetWorld({ folder, postgres, broker, hosts, runners }, servers);
  }

  async start(): Promise<void> {
    // The first host makes the tables.
    for (const each of [...this.runners, ...this.hosts]) await each.start();
    await Promise.all([...this.runners, ...this.hosts].map((each) => each.firstLine));
  }

  /** How often each mark was left. */
  executions(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const name of readdirSync(join(this.folder, 'ran'))) {
      const [mark = ''] = name.split('.');
      // Drafts of writes that a kill cut short are no executions.
      if (mark !== '') counts.set(mark, (counts.get(mark) ?? 0) + 1);
    }
    return counts;
  }

  tokenOf(host: FleetProcess): string {
    return readFileSync(join(this.folder, host.name, '.mortise', 'token'), 'utf8').trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.hosts, ...this.runners].map((each) => each.kill()));
    for (const each of this.#servers) each.close();
    await this.broker[Symbol.asyncDispose]();
    await this.postgres[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeFirstHost(folder: string): Promise<void> {
  const cwd = join(folder, 'host-0');
  const ran = join(folder, 'ran');
  mkdirSync(join(cwd, 'marks'), { recursive: true });
  mkdirSync(ran);
  const manifest = {
    ...{ id: 'marks', version: '1.0.0', entry: 'index.js' },
    capabilities: {
      fs_reach: { write: [ran], reason: 'marks' },
      storage: { scope: 'agent', reason: 'values' },
    },
  };
  writeFileSync(join(cwd, 'marks', 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(join(cwd, 'marks', 'index.js'), source(ran));
  writeFileSync(join(cwd, 'mortise.config.json'), JSON.stringify({ agents: { main: {} } }));
  const added = await typeMortise(['add', './marks', '--grant', 'all'], { cwd });
  if (added.exit !== 0) throw new Error(added.said);
  rmSync(join(cwd, '.mortise'), { recursive: true, force: true });
}

function writeConfig(cwd: string, runners: object): void {
  const config = {
    extensions: ['./marks'],
    agents: { main: {} },
    tools: {
      // biome-ignore lint/suspicious/noThenProperty: a key of the configuration.
      rules: [{ tools: ['guarded'], then: 'ask' }],
    },
    approvals: { timeout: '8h', waiting: 500 },
    sandbox: { violations: 'ignore' },
    runners,
  };
  writeFileSync(join(cwd, 'mortise.config.json'), JSON.stringify(config));
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
