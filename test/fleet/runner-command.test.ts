import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { MortiseProcess, typeMortise } from './mortise-process.ts';
import { NatsBroker } from './nats-broker.ts';

const WORDS = join(import.meta.dirname, '../../examples/deploy/extensions/words');

describeWithBroker('mortise runner (C-2)', () => {
  let cwd: string;
  let broker: NatsBroker;
  const type = (...args: readonly string[]) => typeMortise(args, { cwd });
  const start = (...args: readonly string[]) => MortiseProcess.start(args, { cwd });
  const startRunner = async (name: string, ...args: readonly string[]) => {
    const file = `fleet/runner-${name}.json`;
    const at = ['--credentials', file, '--nats', broker.url];
    return start('runner', ...at, ...args);
  };

  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'mortise-runner-'));
    await type('fleet', 'init', 'one', 'two');
    const conf = readFileSync(join(cwd, 'fleet/nats-server.conf'), 'utf8');
    broker = await NatsBroker.start(conf.slice(conf.indexOf('accounts {')));
    cpSync(WORDS, join(cwd, 'words'), { recursive: true });
    writeFileSync(
      join(cwd, 'mortise.config.yaml'),
      `extensions: [./words]
agents: { main: { tools: { allow: [count_words] } } }
runners: { credentials: fleet/host.json, nats: "${broker.url}" }
`,
    );
  });
  afterAll(async () => {
    await broker[Symbol.asyncDispose]();
    rmSync(cwd, { recursive: true, force: true });
  });

  it('says what it is, takes calls of a host, and ends after them', async () => {
    await using runner = await startRunner('one', '--alive-file', 'alive');
    await runner.said(/runner one of the fleet main[\s\S]*jail {4}in [\s\S]*serves {2}every host/);
    expect(existsSync(join(cwd, 'alive'))).toBe(true);
    const called = await type('call', 'count_words', '{"text":"one two three"}');
    expect(called).toMatchObject({ exit: 0, said: expect.stringContaining('3') });
    await runner.said(/host [\w-]+ gives calls/);
    const explained = await type('explain', 'main', 'count_words');
    expect(explained.said).toMatch(/on runner nodes of the fleet main \(runners\.use\): one in/);
    runner.signal('SIGTERM');
    expect(await runner.ended()).toBe(0);
    expect(runner.output).toContain('stopped');
    expect(existsSync(join(cwd, 'alive'))).toBe(false);
  });

  it('is seen by operators, and so is that it is gone', async () => {
    await using runner = await startRunner('two');
    await runner.said(/serves/);
    const well = await type('doctor', '--json');
    expect(JSON.parse(well.said)).toContainEqual(
      expect.objectContaining({
        ...{ check: 'runners', status: 'ok' },
        detail: expect.stringMatching(/fleet main, broker connected\ntwo: serving, jail/),
      }),
    );
    runner.signal('SIGKILL');
    await runner.ended();
    const unwell = await type('doctor', '--json');
    expect(unwell.exit).toBe(5);
    expect(JSON.parse(unwell.said)).toContainEqual(
      expect.objectContaining({ code: 'fleet_no_node', status: 'error' }),
    );
  });

  it('waits for a broker that is not there, and says so', async () => {
    await using runner = start(
      ...['runner', '--credentials', 'fleet/runner-one.json', '--nats', 'nats://127.0.0.1:9'],
    );
    await runner.said(
      /fleet_broker_unreachable .*127\.0\.0\.1:9.*ECONNREFUSED[\s\S]*hint: .*nats-server/,
    );
    runner.signal('SIGINT');
    expect(await runner.ended()).toBe(0);
  });

  it('ends where the broker does not know its key, or gives it fewer rights', async () => {
    const other = ['--out', 'other', '--nats', broker.url];
    await type('fleet', 'init', 'one', ...other);
    const refused = await type('runner', '--credentials', 'other/runner-one.json');
    expect(refused).toMatchObject({
      exit: 3,
      said: expect.stringMatching(/^fleet_credentials_refused .*of one[\s\S]*hint: .*fleet add/),
    });
    const side = JSON.parse(readFileSync(join(cwd, 'fleet/runner-one.json'), 'utf8'));
    const renamed = JSON.stringify({ ...side, name: 'two', nats: broker.url });
    writeFileSync(join(cwd, 'renamed.json'), renamed, { mode: 0o600 });
    expect(await type('runner', '--credentials', 'renamed.json')).toMatchObject({
      exit: 3,
      said: expect.stringMatching(/^fleet_permission_refused .*mortise\.main\.node\.two/m),
    });
  });
});
