import type { OpenLane } from '../call/lane.ts';
import { openEmbedded } from './embedded-lane.ts';
import { openHttp } from './http-lane.ts';

interface PolicyLane {
  readonly title: string;
  readonly open: OpenLane;
}

/** In running order: each stands beside the one that it is compared with. */
export const POLICY_LANES = {
  embedded: { title: 'embedded, nothing in front', open: () => openEmbedded({}) },
  embeddedGuarded: {
    title: 'embedded, rules and audit',
    open: () => openEmbedded({ rules: true, audit: true }),
  },
  embeddedRules: { title: '  rules alone', open: () => openEmbedded({ rules: true }) },
  embeddedAudit: { title: '  audit alone', open: () => openEmbedded({ audit: true }) },
  http: { title: 'MCP over HTTP, nothing in front', open: () => openHttp({}) },
  httpGuarded: {
    title: 'MCP over HTTP, token, rules, rates, audit',
    open: () => openHttp({ tokens: true, rules: true, rates: true, audit: true }),
  },
  httpTokens: { title: '  token alone', open: () => openHttp({ tokens: true }) },
} as const satisfies Record<string, PolicyLane>;

export type PolicyLaneName = keyof typeof POLICY_LANES;

export const POLICY_LANE_NAMES = Object.keys(POLICY_LANES) as readonly PolicyLaneName[];

export function isPolicyLane(name: string): name is PolicyLaneName {
  return Object.hasOwn(POLICY_LANES, name);
}
