import { type Principal, speaksFor } from '@mortise/contracts';
import type { Host } from '@mortise/host';
import { Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';

const UsageShape = Type.Object({
  path: Type.String({ description: 'Where the rule stands, such as rates[0].' }),
  kind: Type.String({ description: 'calls, cost, tokens or concurrent.' }),
  text: Type.String(),
  of: Type.Record(Type.String(), Type.String(), {
    description: 'Whose: what each `*` of the rule stands for.',
  }),
  used: Type.Number(),
  limit: Type.Number(),
  resetsAt: Type.Optional(Type.Number()),
  refused: Type.Integer({ description: 'Calls that the rule refused since this host began.' }),
});

export const RATE_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/rates',
    operationId: 'listRates',
    role: 'view',
    isPerAgent: true,
    summary: 'How much of the rates and budgets is used, by all hosts on this state.',
    tag: 'host',
    response: Type.Object({ rates: Type.Array(UsageShape) }),
    handle: async ({ principal }, { host }) => ({ rates: await usageFor(principal, host) }),
  },
];

/** Who speaks for some agents sees what is counted for those, and nothing of what all share. */
async function usageFor(principal: Principal, host: Host) {
  const refusals = host.rates.refusals();
  const used = await host.rates.usage();
  return used
    .filter(({ path, of }) => {
      const named = of.agent ?? agentOf(path, host);
      return principal.agents === 'all' || (named !== undefined && speaksFor(principal, named));
    })
    .map((each) => ({ ...each, refused: refusals.get(each.path) ?? 0 }));
}

function agentOf(path: string, { config }: Host): string | undefined {
  const index = Number(/\[(\d+)\]$/.exec(path)?.[1]);
  return config.rates?.[index]?.for?.agent;
}
