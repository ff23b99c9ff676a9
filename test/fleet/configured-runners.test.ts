import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type Host } from '@mortise/host';
import { createFleetAccess, type RunnerNode } from '@mortise/runner-nats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithBroker } from './describe-with-broker.ts';
import { NatsBroker } from './nats-broker.ts';
import { FLEET, openNode } from './open-fleet.ts';

const SOURCE = `export default (api) => api.registerTool({ name: 'where', description: 'd', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: 'here' }] }) });`;

describeWithBroker('`runners` of a configuration (C-2)', () => {
  let broker: NatsBroker;
  let node: RunnerNode;
  let host: Host;

  const codes = () => host.diagnostics().map(({ code }) => code);
  const call = async (on: Host = host) => {
    const session = on.agent('main').session('s');
    const [result] = await session.execute([{ id: '1', name: 'where', args: {} }]);
    return result;
  };
  const open = (runners: object) =>
    createHost({
      config: { agents: { main: { tools: { allow: ['where'] } } }, runners },
      extensions: [{ id: 'place', source: SOURCE }],
    });

  beforeAll(async () => {
    broker = await NatsBroker.start();
    host = await open({ nats: broker.url, fleet: FLEET });
  });
  afterAll(async () => {
    await host.close();
    await node.close({ drainMs: 0 });
    await broker[Symbol.asyncDispose]();
  });

  it('that name a fleet without nodes are a trouble, until there is one', async () => {
    await host.fleet();
    expect(codes()).toContain('fleet_no_node');
    node = await openNode(broker.url, 'one');
    await expect.poll(codes).not.toContain('fleet_no_node');
  });

  it('have calls run on nodes, and explain says so', async () => {
    expect(await call()).toMatchObject({ ok: true, text: 'here' });
    expect(node.hosts).toHaveLength(1);
    const [explained] = await host.agent('main').session('s').explain('where');
    expect(explained?.steps).toContainEqual(
      expect.objectContaining({
        rule: expect.stringMatching(/^on runner nodes of the fleet test \(runners\.use\): one/),
      }),
    );
    expect(host.sandboxStatus()).toMatchObject({
      fleet: { broker: 'connected', nodes: [{ name: 'one', state: 'serving' }] },
      extensions: [{ id: 'place', runsOn: { place: 'remote', because: 'runners.use' } }],
    });
  });

  it('have calls run here by rule, although there are nodes', async () => {
    const rules = [{ extensions: ['place'], use: 'local' }];
    await using other = await open({ nats: broker.url, fleet: FLEET, rules });
    await other.fleet();
    expect(await call(other)).toMatchObject({ ok: true });
    expect(node.hosts).toHaveLength(1);
    const [explained] = await other.agent('main').session('s').explain('where');
    expect(JSON.stringify(explained?.steps)).toContain('on this machine (runners.rules[0])');
  });

  it('need no broker where all is local', async () => {
    await using other = await open({ use: 'local', credentials: 'absent.json' });
    expect(await call(other)).toMatchObject({ ok: true });
    expect(await other.fleet()).toBeUndefined();
  });

  it('say that the broker is away, and recover by themselves', async () => {
    await broker.kill();
    await expect.poll(codes).toContain('fleet_broker_unreachable');
    await broker.start();
    await expect.poll(codes, { timeout: 20_000 }).toEqual([]);
    expect(await call()).toMatchObject({ ok: true });
  });

  it('refuse credentials that cannot be used when the host starts', async () => {
    await expect(open({ credentials: '/absent/host.json' })).rejects.toMatchObject({
      code: 'fleet_credentials_invalid',
    });
  });

  it('keep what lies in the credentials from extensions and from what is shown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-runners-'));
    const { host: side } = createFleetAccess({ fleet: FLEET, nats: broker.url, runners: [] });
    const credentials = join(folder, 'host.json');
    writeFileSync(credentials, JSON.stringify(side), { mode: 0o600 });
    await using other = await open({ credentials });
    expect(other.redactor()?.redact(`it is ${side.seed}`)).not.toContain(side.seed);
    rmSync(folder, { recursive: true });
  });
});
