/**
 * Resolving a surface with 10,000 tools, 1,000 agents and 100 toolkits, against a plain loop over
 * the tools that asks one Set: the least that filtering a list can cost (J-7).
 */
import type { SurfaceRequest, ToolOrigin } from '@mortise/contracts';
import { createSurfaceResolver, loadoutsOfConfig, ToolCatalog } from '@mortise/core';
import { parseConfigObject } from '@mortise/host';
import type { BenchResult } from './bench-result.ts';
import { formatTiming, measure, ratio } from './measure.ts';

const TOOLS = 10_000;
const AGENTS = 1_000;
const TOOLKITS = 100;

export async function run(): Promise<BenchResult> {
  const snapshot = buildCatalog().snapshot();
  const parsed = parseConfigObject(buildConfig());
  if (parsed.status === 'failed') throw new Error(JSON.stringify(parsed.diagnostics.slice(0, 3)));
  const { config } = parsed;
  const { loadouts } = loadoutsOfConfig(config);
  const inputs = Object.freeze({ snapshot, config, loadouts });
  const resolver = createSurfaceResolver();
  const request = (agent: number): SurfaceRequest => ({
    agentId: `agent_${agent}`,
    loadedToolkits: ['kit_3'],
    hasSession: true,
  });

  const allowed = new Set(snapshot.entries.slice(0, 100).map(({ name }) => name));
  const loop = measure(() => snapshot.entries.filter(({ name }) => allowed.has(name)), 200);
  resolver.resolve(inputs, request(0), 1);
  let agent = 1;
  const cold = measure(() => {
    agent += 1;
    return resolver.resolve(inputs, request(agent), 1);
  }, 300);
  const hit = measure(() => resolver.resolve(inputs, request(0), 1), 2_000);
  const explain = measure(() => resolver.explain({ inputs, request: request(0) }, 'tool_42'), 500);
  const { active } = resolver.resolve(inputs, request(0), 1);
  return {
    rows: [
      `${TOOLS} tools, ${AGENTS} agents, ${TOOLKITS} toolkits; ${active.length} tools active for one agent`,
      formatTiming('plain loop over the tools', loop, '1.00 ×'),
      formatTiming('cold compile of one agent', cold, `${ratio(cold.p50, loop.p50)} ×`),
      formatTiming('surface, nothing changed (cache hit)', hit, `${ratio(hit.p50, loop.p50)} ×`),
      formatTiming('explain one tool', explain, `${ratio(explain.p50, loop.p50)} ×`),
    ],
    ratios: {
      coldVsLoop: ratio(cold.p50, loop.p50),
      cacheHitVsLoop: ratio(hit.p50, loop.p50),
      explainVsLoop: ratio(explain.p50, loop.p50),
    },
  };
}

function buildCatalog(): ToolCatalog {
  const catalog = new ToolCatalog();
  for (let index = 0; index < TOOLS; index += 1) {
    const origin: ToolOrigin =
      index % 10 === 0 ? { kind: 'core' } : { kind: 'extension', id: `ext_${index % 200}` };
    const tool = {
      name: `tool_${index}`,
      description: `Does thing ${index}`,
      schema: { type: 'object', properties: { input: { type: 'string' } } },
      execute: async () => ({ ok: true, value: '' }) as const,
    };
    catalog.claim({ tool, origin, optional: index % 7 === 0 }, { kind: 'in-process', tool });
  }
  return catalog;
}

function buildConfig(): object {
  const toolkits = Object.fromEntries(
    Array.from({ length: TOOLKITS }, (_, kit) => [
      `kit_${kit}`,
      {
        description: `Kit ${kit}`,
        tools: Array.from({ length: 20 }, (__, index) => `tool_${kit * 100 + index}`),
      },
    ]),
  );
  const agents = Object.fromEntries(
    Array.from({ length: AGENTS }, (_, agent) => [
      `agent_${agent}`,
      {
        tools: [`tool_${agent}`, `tool_${agent + 10}`],
        policy: { deny: [`tool_${agent % 50}*`], alsoAllow: [`ext_${agent % 200}`] },
        allowed_toolkits: Array.from(
          { length: 10 },
          (__, index) => `kit_${(agent + index) % TOOLKITS}`,
        ),
        initial_toolkits: [`kit_${agent % TOOLKITS}`],
      },
    ]),
  );
  return { toolkits, agents };
}
