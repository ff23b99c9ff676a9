import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noPostgres, OwnPostgres } from '../servers/own-postgres.ts';
import { describeWithBroker } from './describe-with-broker.ts';
import { findNatsServer } from './find-nats-server.ts';
import { MortiseProcess } from './mortise-process.ts';
import { freePort } from './nats-broker.ts';

const ROOT = join(import.meta.dirname, '../..');
const [ALONE = '', DATABASE = '', BROKER = '', RUNNER = '', HOST = '', AFTER = ''] = readBlocks();
const LASTING = /^(?:nats-server|mortise runner|mortise serve)\b/;
const SHARED = ['mortise.config.jsonc', 'mortise.lock', 'words', 'fleet/host.json'];

/** The commands of docs/fleet.md, block by block. */
function readBlocks(): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs/fleet.md'), 'utf8');
  return [...page.matchAll(/^```sh\n([^`]*)^```$/gm)].map(([, block]) => block ?? '');
}

/** A folder in which an operator types; what lasts goes on until the end. */
class Machine {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly lasting: MortiseProcess[] = [];

  constructor(cwd: string, path: string) {
    this.cwd = cwd;
    this.env = { PATH: path };
    mkdirSync(join(cwd, 'fleet'), { recursive: true });
  }

  /** Types every line; answers what those said that ended. */
  async type(block: string, isReady: RegExp = /./): Promise<string> {
    let said = '';
    for (const line of block.trim().split('\n')) {
      const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined) this.env[name] = value ?? '';
      else if (LASTING.test(line)) {
        const started = this.#start(`exec ${line}`);
        this.lasting.push(started);
        await started.said(isReady);
      } else {
        const typed = this.#start(line);
        expect({ line, exit: await typed.ended(), said: typed.output }).toMatchObject({ exit: 0 });
        said += typed.output;
      }
    }
    return said;
  }

  #start(line: string): MortiseProcess {
    return MortiseProcess.startProgram('sh', ['-c', line], { cwd: this.cwd, env: this.env });
  }
}

describeWithBroker('the way of an operator to two hosts and two runners (C-1, C-2)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-path-'));
  const machines: Machine[] = [];
  let postgres: OwnPostgres;
  let path: string;
  let here: (block: string) => string;

  const machine = (name: string) => {
    const made = new Machine(join(folder, name), path);
    machines.push(made);
    return made;
  };

  beforeAll(async () => {
    const server = await findNatsServer();
    const natsFolder = 'path' in server ? dirname(server.path) : '';
    path = [join(ROOT, 'node_modules/.bin'), natsFolder, process.env['PATH']].join(delimiter);
    const nats = `nats://127.0.0.1:${await freePort()}`;
    if (noPostgres() === undefined) postgres = await OwnPostgres.start();
    here = (block) =>
      block
        .replaceAll('nats://nats.internal:4222', nats)
        .replace(/postgres:\S+/, () => postgres.url('path'))
        .replace('--hostname 0.0.0.0 --allowed-host tools.internal', '--port 0');
  });
  afterAll(async () => {
    for (const { lasting } of machines.toReversed())
      await Promise.all(lasting.map((each) => each[Symbol.asyncDispose]()));
    await postgres?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is what the page shows, command by command', async ({ skip }) => {
    skip(noPostgres() !== undefined, noPostgres());
    const first = machine('first');
    cpSync(join(ROOT, 'examples/deploy/extensions/words'), join(first.cwd, 'words'), {
      recursive: true,
    });
    expect(await first.type(ALONE)).toContain('3');
    await first.type(here(DATABASE));
    await first.type(here(BROKER), /Server is ready/);
    for (const name of ['one', 'two']) {
      const runner = machine(`runner-${name}`);
      const file = `fleet/runner-${name}.json`;
      cpSync(join(first.cwd, file), join(runner.cwd, file));
      await runner.type(RUNNER.replace('runner-one', `runner-${name}`), /serves {2}every host/);
    }
    const hosts = ['host-a', 'host-b'].map(machine);
    for (const host of hosts) {
      for (const name of SHARED)
        cpSync(join(first.cwd, name), join(host.cwd, name), { recursive: true });
      await host.type(here(HOST), /\/mcp\//);
    }
    for (const host of hosts) {
      const said = await host.type(AFTER);
      expect(said).toMatch(/laptop[\s\S]*asked pid \d+/);
      expect(said).toMatch(/one: serving.*\n.*two: serving/);
    }
    const runners = machines.filter(({ cwd }) => cwd.includes('runner-'));
    const heard = runners.flatMap(({ lasting }) =>
      lasting.flatMap(({ output }) => output.match(/host [\w-]+ gives calls/g) ?? []),
    );
    expect(new Set(heard).size).toBeGreaterThanOrEqual(2);
  }, 180_000);
});
