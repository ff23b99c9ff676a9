import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createHost, type Host } from '@mortise/host';
import { connect } from '@nats-io/transport-node';
import { MortiseProcess } from '../../fleet/mortise-process.ts';
import type { NatsBroker } from '../../fleet/nats-broker.ts';
import { ECHO_EXECUTE, ECHO_TEXT, echoExtension } from '../call/echo-tool.ts';
import { cpuOfTree } from '../call/process-cpu.ts';

/** One way to have 1 KB said back by another process, over the same broker. */
export interface RemoteLane extends AsyncDisposable {
  /** Throws if the answer is another. */
  call(): Promise<void>;
  /** µs of all processes of it but this one, so far. */
  cpu(): number;
}

const RESPONDER = join(import.meta.dirname, 'echo-responder.ts');
const PLACE = { cwd: import.meta.dirname, env: { HOME: '/nonexistent' } };

/** A plain request and its reply, with so many processes that answer. */
export async function openEchoLane(broker: NatsBroker, nodes: number): Promise<RemoteLane> {
  const responders = Array.from({ length: nodes }, () =>
    MortiseProcess.startProgram(process.execPath, [RESPONDER, broker.url], PLACE),
  );
  await Promise.all(responders.map((each) => each.said(/ready/)));
  const connection = await connect({ servers: broker.url, noAsyncTraces: true });
  const body = JSON.stringify({ text: ECHO_TEXT });
  const bytes = new TextEncoder().encode(body);
  return {
    call: async () => {
      const { data } = await connection.request('bench.echo', bytes, { timeout: 20_000 });
      if (data.length !== bytes.length) throw new Error('wrong answer');
    },
    cpu: () => sumOf([broker.pid, ...responders.map(({ pid }) => pid)]),
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      await Promise.all(responders.map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/** A call of a session of a host, whose tool runs on one of so many nodes of `mortise runner`. */
export async function openRemoteLane(broker: NatsBroker, nodes: number): Promise<RemoteLane> {
  const runners = Array.from({ length: nodes }, (_, index) => {
    const words = ['runner', '--nats', broker.url, '--name', `node-${index}`, '--fleet', 'bench'];
    return MortiseProcess.start([...words, '--log-level', 'error'], PLACE);
  });
  await Promise.all(runners.map((each) => each.said(/serves/)));
  const host = await createHost({
    config: { agents: { bench: {} }, runners: { nats: broker.url, fleet: 'bench' } },
    extensions: [{ id: 'bench-echo', source: echoExtension(ECHO_EXECUTE) }],
  });
  await nodesServe(host, nodes);
  const session = host.agent('bench').session('bench');
  let last = 0;
  return {
    call: async () => {
      last += 1;
      const calls = [{ id: `call-${last}`, name: 'echo', args: { text: ECHO_TEXT } }];
      const [result] = await session.execute(calls);
      if (result?.ok !== true) throw new Error(`${result?.code}: ${result?.message}`);
    },
    cpu: () => sumOf([broker.pid, ...runners.map(({ pid }) => pid)]),
    [Symbol.asyncDispose]: async () => {
      await host.close();
      await Promise.all(runners.map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

async function nodesServe(host: Host, count: number): Promise<void> {
  const end = performance.now() + 20_000;
  const serving = () => host.sandboxStatus().fleet?.nodes.length ?? 0;
  while (serving() < count) {
    if (performance.now() > end) throw new Error(`${serving()} nodes of ${count} are there`);
    await pause(20);
  }
}

function sumOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuOfTree(pid), 0);
}
