import { openEmbedded } from './embedded-lane.ts';
import type { Guards } from './guards.ts';
import { openHttp } from './http-lane.ts';
import type { PolicyLane } from './policy-round.ts';

/** Lanes that share a process for their hosts: two processes of the same code differ by more than what is measured here. */
export const POLICY_GROUPS = {
  embedded: openEmbedded,
  http: openHttp,
} as const satisfies Record<string, (all: readonly Guards[]) => Promise<readonly PolicyLane[]>>;

export type PolicyGroup = keyof typeof POLICY_GROUPS;

interface NamedLane {
  readonly group: PolicyGroup;
  readonly title: string;
  readonly guards: Guards;
}

/** In running order: each stands beside the one that it is compared with. */
export const POLICY_LANES = {
  embedded: { group: 'embedded', title: 'embedded, nothing in front', guards: {} },
  embeddedGuarded: {
    ...{ group: 'embedded', title: 'embedded, rules and audit' },
    guards: { rules: true, audit: true },
  },
  embeddedRules: { group: 'embedded', title: '  rules alone', guards: { rules: true } },
  embeddedAudit: { group: 'embedded', title: '  audit alone', guards: { audit: true } },
  embeddedAgain: { group: 'embedded', title: '  nothing in front, another host', guards: {} },
  http: { group: 'http', title: 'MCP over HTTP, nothing in front', guards: {} },
  httpGuarded: {
    ...{ group: 'http', title: 'MCP over HTTP, token, rules, rates, audit' },
    guards: { tokens: true, rules: true, rates: true, audit: true },
  },
  httpTokens: { group: 'http', title: '  token alone', guards: { tokens: true } },
  httpAgain: { group: 'http', title: '  nothing in front, another host', guards: {} },
} as const satisfies Record<string, NamedLane>;

export type PolicyLaneName = keyof typeof POLICY_LANES;

export const POLICY_LANE_NAMES = Object.keys(POLICY_LANES) as readonly PolicyLaneName[];

export function lanesOf(group: string): readonly PolicyLaneName[] {
  return POLICY_LANE_NAMES.filter((name) => POLICY_LANES[name].group === group);
}
