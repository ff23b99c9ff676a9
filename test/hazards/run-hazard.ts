import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createHost, type Host, type SessionHandle } from '@mortise/host';
import { expect } from 'vitest';
import type { Hazard } from './hazard.ts';

const NEIGHBOUR = `export default (api) => {
  let answered = 0;
  api.registerTool({
    name: 'ping', description: 'Answers', parameters: { type: 'object' },
    async execute() { answered += 1; return { content: [{ type: 'text', text: 'pong' }] }; },
  });
};`;

/** Generous: the machine may be busy. What they catch is a host that waits for its guest. */
const MOST_LOOP_DELAY_MS = 2_000;
const MOST_HOST_GROWTH_BYTES = 300_000_000;

export const HAZARD_LIMITS = { callMs: 1_500, loadMs: 2_000, cpuMs: 1_000, heapBytes: 64_000_000 };

/**
 * Lets one hostile extension do its worst in a real host and checks that it ended as it must,
 * that a neighbour answered all the while, and that the host itself is well.
 */
export async function runHazard(hazard: Hazard): Promise<void> {
  const host = await createHost({
    config: { agents: { main: {} } },
    extensions: [{ id: 'neighbour', source: NEIGHBOUR }],
    limits: HAZARD_LIMITS,
    sandbox: { spareRunners: 1 },
  });
  const before = process.memoryUsage().rss;
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  try {
    await letAttack(host, hazard);
    await expectPong(host.agent('main').session('after'));
  } finally {
    loop.disable();
    await host.close();
  }
  expect(loop.max / 1e6, 'the longest the host could not do anything else, in ms').toBeLessThan(
    MOST_LOOP_DELAY_MS,
  );
  expect(process.memoryUsage().rss - before, 'what the host grew by').toBeLessThan(
    MOST_HOST_GROWTH_BYTES,
  );
  expectCleanRealm();
}

async function letAttack(host: Host, hazard: Hazard): Promise<void> {
  const { source, config, grants, limits } = hazard;
  const watch = keepPinging(host.agent('main').session('neighbour'));
  try {
    const state = await host.extensions.load({
      id: 'hostile',
      source,
      ...(config === undefined ? {} : { config }),
      ...(grants === undefined ? {} : { grants }),
      limits: { ...HAZARD_LIMITS, ...limits },
    });
    if ('load' in hazard.expect) {
      expect(state.failure?.code).toBe(hazard.expect.load);
      expect(
        host.tools().some(({ origin }) => origin.kind === 'extension' && origin.id === 'hostile'),
      ).toBe(false);
    } else {
      expect(state.failure).toBeUndefined();
      await expectEnd(host, hazard);
    }
  } finally {
    await watch.stop();
  }
}

async function expectEnd(host: Host, hazard: Hazard): Promise<void> {
  const session = host.agent('main').session('attack');
  const call = { id: 'attack', name: hazard.tool ?? 'attack', args: hazard.args ?? {} };
  const results = await session.execute([call]);
  expect(results).toHaveLength(1);
  const [result] = results;
  if ('text' in hazard.expect) {
    expect(result).toMatchObject({ ok: true, text: matching(hazard.expect.text) });
  } else if ('code' in hazard.expect) {
    const { code, message } = hazard.expect;
    expect(result).toMatchObject({
      ok: false,
      code,
      ...(message && { message: expect.stringMatching(message) }),
    });
  }
}

function matching(text: string | RegExp): unknown {
  return typeof text === 'string' ? text : expect.stringMatching(text);
}

/** Calls the neighbour again and again while the attack goes on; every call must be answered. */
function keepPinging(session: SessionHandle): { stop(): Promise<void> } {
  let isOver = false;
  const pinging = (async () => {
    while (!isOver) {
      await expectPong(session);
      await new Promise((next) => setTimeout(next, 20));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await pinging;
    },
  };
}

async function expectPong(session: SessionHandle): Promise<void> {
  const [answer] = await session.execute([{ id: 'ping', name: 'ping', args: {} }]);
  expect(answer).toMatchObject({ ok: true, text: 'pong' });
}

/** Nothing of the guest may have reached the objects of this process. */
function expectCleanRealm(): void {
  const plain: Record<string, unknown> = {};
  expect(plain['polluted']).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Object.keys(Array.prototype)).toEqual([]);
  expect(Reflect.get(globalThis, 'pwned')).toBeUndefined();
}
