import type { ClientKind } from '../clients/driven-client.ts';
import { aiSdk } from '../clients/drivers/ai-sdk.ts';
import { openaiAgents } from '../clients/drivers/openai-agents.ts';
import { sdkV1 } from '../clients/drivers/sdk-v1.ts';
import { sdkV2 } from '../clients/drivers/sdk-v2.ts';
import { type Served, serve } from '../interop/served-host.ts';
import { ClientLoad } from './client-load.ts';
import {
  addCountedExtension,
  COUNTED_EXTENSION,
  writeCountedExtension,
} from './counted-extension.ts';
import { probeArguments } from './probe-arguments.ts';
import type { SoakParts, StartedSoak } from './run-soak.ts';

const CLIENTS: readonly ClientKind[] = [sdkV1, sdkV2, aiSdk, openaiAgents];

/** A real `mortise serve` with four different clients in front of it. */
export async function startClients({ folder, options, probe }: SoakParts): Promise<StartedSoak> {
  addCountedExtension(folder);
  const nodeArguments = [...options.nodeArguments, ...probeArguments(probe)];
  const served = await serve({ ...folder, nodeArguments });
  const target = { over: 'HTTP', url: `${served.url}/mcp/main`, token: served.token } as const;
  const clients = await Promise.all(
    CLIENTS.map(async ({ name, connect }) => ({ name, client: await connect(target) })),
  );
  const load = new ClientLoad({
    ...{ clients, rate: options.plan.rate ?? MOST_RATE, swapEveryMs: options.plan.reloadEveryMs },
    hasteMs: options.plan.hasteMs,
    swap: async (edition) => {
      writeCountedExtension(folder, edition);
      const { status } = await operate(served, `/api/extensions/${COUNTED_EXTENSION}/reload`);
      if (status !== 'loaded') throw new Error(`a reload ended with ${status}`);
      await operate(served, '/api/reload');
    },
  });
  const running = load.run();
  return {
    failed: served.ended.then((how) => `The host ended with ${how}.`),
    stop: async () => {
      load.stop();
      const counts = await running;
      await Promise.all(clients.map(({ client }) => client.close()));
      served.child.kill('SIGTERM');
      await served.ended;
      return counts;
    },
  };
}

const MOST_RATE = 400;

interface Operated {
  readonly status?: string;
}

async function operate({ url, token }: Served, path: string): Promise<Operated> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as Operated;
}
