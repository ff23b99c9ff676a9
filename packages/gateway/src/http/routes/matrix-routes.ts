import { speaksFor, type ToolState } from '@mortise/contracts';
import { WorkSlices } from '@mortise/host';
import { Type } from '@sinclair/typebox';
import { sourceOf } from '../agent-tools.ts';
import type { ApiParts, ApiRequest, ApiRoute } from '../api-route.ts';

const Offset = Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 });
const Word = Type.Optional(Type.String({ minLength: 1, maxLength: 256 }));

/** Where tools stand for many agents at once: a window of both. */
export const MATRIX_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/matrix',
    operationId: 'getMatrix',
    role: 'view',
    isPerAgent: true,
    summary: 'Agents against tools: the state of each pair, in a window of both lists.',
    tag: 'agents',
    query: Type.Object({
      agentOffset: Offset,
      agentLimit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
      toolOffset: Offset,
      toolLimit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
      agentSearch: Word,
      toolSearch: Word,
    }),
    response: Type.Object({
      agents: Type.Array(Type.String()),
      agentOffset: Type.Integer(),
      agentTotal: Type.Integer(),
      tools: Type.Array(Type.Object({ name: Type.String(), source: Type.String() })),
      toolOffset: Type.Integer(),
      toolTotal: Type.Integer(),
      states: Type.Array(Type.String(), { description: 'The states that the numbers stand for.' }),
      rows: Type.Array(Type.Array(Type.Integer()), {
        description: 'For each agent, for each tool, the place of its state in `states`.',
      }),
    }),
    handle: (request, parts) => readMatrix(request, parts),
  },
];

async function readMatrix({ query, principal }: ApiRequest, { host }: ApiParts) {
  const { agentOffset, agentLimit, toolOffset, toolLimit } = query as Record<string, number>;
  const wants = (name: string) => contains(String(query[name] ?? ''));
  const ids = host.agentIds.filter((id) => speaksFor(principal, id)).filter(wants('agentSearch'));
  const wantsTool = wants('toolSearch');
  const entries = host.tools().filter(({ name }) => wantsTool(name));
  const agents = page(ids, agentOffset, agentLimit);
  const tools = page(entries, toolOffset, toolLimit);
  const states: (ToolState | 'absent')[] = [];
  const slices = new WorkSlices();
  const rows: (readonly number[])[] = [];
  for (const id of agents) {
    const surface = await host.agent(id).withoutSession().surface();
    rows.push(tools.map(({ name }) => placeOf(surface.stateOf(name) ?? 'absent', states)));
    await slices.next();
  }
  return {
    ...{ agents, agentOffset, agentTotal: ids.length, states, rows },
    ...{ toolOffset, toolTotal: entries.length },
    tools: tools.map(({ name, origin }) => ({ name, source: sourceOf(origin) })),
  };
}

function contains(text: string): (name: string) => boolean {
  const wanted = text.trim().toLowerCase();
  return (name) => name.toLowerCase().includes(wanted);
}

function page<Entry>(all: readonly Entry[], offset = 0, limit = 1): readonly Entry[] {
  return all.slice(offset, offset + limit);
}

function placeOf(state: ToolState | 'absent', states: (ToolState | 'absent')[]): number {
  const known = states.indexOf(state);
  return known < 0 ? states.push(state) - 1 : known;
}
