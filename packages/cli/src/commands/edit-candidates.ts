import { ACCESS_KEYS, type AgentConfig, type HostConfig, keyPath } from '@mortise/contracts';
import { splitPath } from '@mortise/host';
import type { ConfigEdit } from '../config/edit-config-list.ts';

/** One way to write a change down. */
export interface EditCandidate {
  readonly edits: readonly ConfigEdit[];
  /** Config paths of the lists that it writes to. */
  readonly lists: readonly string[];
}

export interface AllowedTexts {
  readonly config: HostConfig;
  readonly agent: AgentConfig;
  readonly texts: readonly string[];
  /** Whether the file has a `tools` object for the agent, in the place of a list of static tools. */
  readonly hasToolsObject: boolean;
}

/**
 * The ways to let an agent have tools, the simplest first: where a list permits, where a static list
 * exposes, and both. Which of them does exactly that is found by trying: profiles, ceilings, opt-ins,
 * loadouts and what an agent inherits all have a say.
 */
export function allowCandidates(given: AllowedTexts): readonly EditCandidate[] {
  const { agent } = given;
  const exposing = exposureCandidate(given);
  // With a list of static tools the rules stand under `policy`.
  const policyPath = agent.tools === undefined ? `${agent.path}.policy` : agent.policy.path;
  const beside = permissionCandidates(given, policyPath);
  return [
    ...permissionCandidates(given, agent.policy.path),
    exposing,
    ...beside.map((each) => combine(exposing, each)),
  ];
}

/** One more entry in a list. */
export function addCandidate(path: string, texts: readonly string[]): EditCandidate {
  return { edits: [{ kind: 'add', path: splitPath(path), texts }], lists: [path] };
}

export function denyCandidate({ policy }: AgentConfig, texts: readonly string[]): EditCandidate {
  return addCandidate(keyPath(ACCESS_KEYS, policy, 'deny'), texts);
}

function permissionCandidates(
  { config, agent, texts }: AllowedTexts,
  policyPath: string,
): readonly EditCandidate[] {
  const { policy } = agent;
  const at = (key: 'allow' | 'alsoAllow') =>
    keyPath(ACCESS_KEYS, policy, key).replace(policy.path, policyPath);
  const inherited = inheritedTexts(config, agent);
  return [
    // An empty list would turn from "nothing" into an opt-in, which is no ceiling.
    ...(policy.allow === undefined || policy.allow.length === 0
      ? []
      : [addCandidate(at('allow'), texts)]),
    addCandidate(at('alsoAllow'), texts),
    // An own list takes the place of the common one, whose entries have to come along then.
    ...(inherited.length === 0 ? [] : [addCandidate(at('alsoAllow'), [...inherited, ...texts])]),
  ];
}

function inheritedTexts(
  { policy: common }: HostConfig,
  { policy }: AgentConfig,
): readonly string[] {
  if (policy.alsoAllow !== undefined) return [];
  return [...(common.alsoAllow ?? []), ...(common.allow ?? [])].map(({ text }) => text);
}

function exposureCandidate({ agent, texts, hasToolsObject }: AllowedTexts): EditCandidate {
  const path = `${agent.path}.tools`;
  const added = addCandidate(path, texts);
  if (!hasToolsObject) return added;
  const rename: ConfigEdit = { kind: 'rename', path: splitPath(path), key: 'policy' };
  return { edits: [rename, ...added.edits], lists: added.lists };
}

function combine(one: EditCandidate, other: EditCandidate): EditCandidate {
  return { edits: [...one.edits, ...other.edits], lists: [...one.lists, ...other.lists] };
}
