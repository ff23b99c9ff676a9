import type { AgentConfig } from '@mortise/contracts';
import { formatExplanation, placeExplanation } from '@mortise/core';
import { splitPath } from '@mortise/host';
import { readPlain } from '../config/config-notation.ts';
import { valueAt } from '../config/edit-config-list.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type MeantTools, meantTools, requireMatches } from './check-selectors.ts';
import {
  chooseExact,
  type EditAim,
  type EditedFile,
  movedTools,
  type TriedEdit,
  tryEdit,
  tryEdits,
} from './choose-edit.ts';
import { addCandidate, allowCandidates, denyCandidate } from './edit-candidates.ts';
import { formatPreview } from './format-preview.ts';
import { listsOf, removeCandidates, requireEntries, writtenList } from './listed-entries.ts';

/** What `allow` and `deny` were asked for. */
export interface ListRequest {
  readonly kind: 'allow' | 'deny';
  readonly agentId: string;
  readonly texts: readonly string[];
  /** Config path of one list, in place of those of the agent. */
  readonly list?: string;
  /** Take entries out. */
  readonly removes: boolean;
  /** Write what matches nothing, or changes more than was asked for. */
  readonly isForced: boolean;
}

export type EditDecision =
  | { readonly status: 'edit'; readonly edit: TriedEdit; readonly notes: readonly string[] }
  | { readonly status: 'done'; readonly text: string };

/** Finds the edit that does what was asked for, or throws why there is none. Writes nothing. */
export async function decideEdit(file: EditedFile, request: ListRequest): Promise<EditDecision> {
  file.host.agent(request.agentId);
  const agent = file.host.config.agents.find(({ id }) => id === request.agentId);
  if (agent === undefined) throw new Error(`The host has lost agent ${request.agentId}.`);
  if (request.list !== undefined) requireListPath(request.list);
  if (request.removes) return decideRemoval(file, request, agent);
  const meant = request.isForced
    ? meantTools(file.host, request.texts)
    : requireMatches(file.host, request.texts);
  if (request.list !== undefined) {
    return settle(file, tryEdit(file, addCandidate(request.list, request.texts)), []);
  }
  return request.kind === 'allow'
    ? decideAllow(file, request, { agent, meant })
    : settle(file, tryEdit(file, denyCandidate(agent, request.texts)), []);
}

interface AllowParts {
  readonly agent: AgentConfig;
  readonly meant: MeantTools;
}

async function decideAllow(
  file: EditedFile,
  request: ListRequest,
  { agent, meant }: AllowParts,
): Promise<EditDecision> {
  const { host } = file;
  const states = await statesOf(file, request.agentId, meant.tools);
  const tools = meant.tools.filter((tool) => states.get(tool) !== 'active');
  const aim: EditAim = { agentId: agent.id, direction: 'appear', tools };
  const optional = meant.unnamed.filter((tool) => states.get(tool) !== 'active');
  const notes = optional.length === 0 ? [] : [optionalNote(agent.id, optional)];
  if (tools.length === 0 && !request.isForced) {
    if (optional.length > 0) throw onlyOptional(agent.id, optional);
    return {
      status: 'done',
      text: `Nothing to do: ${agent.id} has ${namesOf(meant.tools)} already.`,
    };
  }
  const plain = readPlain(file.text, file.fileName);
  const written = valueAt(plain, [...splitPath(agent.path), 'tools']);
  const hasToolsObject = written !== undefined && !Array.isArray(written);
  const tried = tryEdits(
    file,
    allowCandidates({ config: host.config, agent, texts: request.texts, hasToolsObject }),
    aim,
  );
  const exact = chooseExact(tried, aim, host.config);
  const rest = async (edit: TriedEdit) => {
    const moved = new Set(movedTools(edit.preview, aim));
    const left = tools.filter((tool) => !moved.has(tool));
    return left.length === 0 ? notes : [...notes, `still not active: ${namesOf(left)}`];
  };
  if (exact !== undefined) return settle(file, exact, await rest(exact));
  const [first] = tried;
  const best = tried.find(({ preview }) => movedTools(preview, aim).length > 0) ?? first;
  if (best !== undefined && request.isForced) return settle(file, best, await rest(best));
  if (best !== undefined && movedTools(best.preview, aim).length > 0) throw changesMore(best);
  throw await stillBlocked(file, aim);
}

function decideRemoval(file: EditedFile, request: ListRequest, agent: AgentConfig): EditDecision {
  const plain = readPlain(file.text, file.fileName);
  const lists =
    request.list === undefined
      ? listsOf(request.kind, agent, plain)
      : [writtenList(request.list, plain)];
  requireEntries(lists, request.texts);
  const tried = tryEdits(file, removeCandidates(lists, request.texts));
  const [first] = tried;
  if (first === undefined) throw new Error('No candidate was tried.');
  if (request.kind === 'deny' || request.isForced) return settle(file, first, []);
  const { tools } = meantTools(file.host, request.texts);
  const aim: EditAim = { agentId: agent.id, direction: 'disappear', tools };
  const harmless = tried.find(({ preview }) =>
    preview.agents.every(({ appears, disappears }) => appears.length + disappears.length === 0),
  );
  const exact = chooseExact(tried, aim, file.host.config) ?? harmless;
  if (exact === undefined) throw changesMore(first);
  return settle(file, exact, []);
}

function settle(file: EditedFile, edit: TriedEdit, notes: readonly string[]): EditDecision {
  return edit.text === file.text
    ? { status: 'done', text: `Nothing to do: ${file.fileName} says so already.` }
    : { status: 'edit', edit, notes };
}

async function statesOf({ host }: EditedFile, agentId: string, tools: readonly string[]) {
  const wanted = new Set(tools);
  const explained = await host.agent(agentId).withoutSession().explain();
  return new Map(
    explained.filter(({ tool }) => wanted.has(tool)).map(({ tool, state }) => [tool, state]),
  );
}

/** The parts of a configuration that have lists of tools. */
const LIST_ROOTS: ReadonlySet<unknown> = new Set([
  ...['tools', 'agents', 'defaults', 'toolkits', 'profiles', 'groups', 'loadouts'],
]);

function requireListPath(path: string): void {
  const segments = splitPath(path);
  if (segments.length > 1 && LIST_ROOTS.has(segments[0])) return;
  throw new CliFault('usage', {
    code: 'list_unknown',
    message: `"${path}" is no list of tools; nothing was changed.`,
    hint: 'Name a list as `mortise explain` does: tools.deny, agents.main.plugins, groups.mine.',
  });
}

const MOST_NAMES = 10;

function namesOf(tools: readonly string[]): string {
  const shown = tools.slice(0, MOST_NAMES).join(', ');
  return tools.length > MOST_NAMES ? `${shown} and ${tools.length - MOST_NAMES} more` : shown;
}

function optionalNote(agentId: string, tools: readonly string[]): string {
  return `optional, and to be named: mortise allow ${agentId} ${tools.slice(0, MOST_NAMES).join(' ')}`;
}

function onlyOptional(agentId: string, tools: readonly string[]): CliFault {
  return new CliFault('usage', {
    code: 'needs_opt_in',
    message: `Only optional tools match, and those must be named; nothing was changed.`,
    hint: `Run \`mortise allow ${agentId} ${tools.slice(0, MOST_NAMES).join(' ')}\`.`,
  });
}

function changesMore({ preview, candidate }: TriedEdit): CliFault {
  return new CliFault('usage', {
    code: 'changes_more',
    message: `An entry in ${candidate.lists.join(', ')} would change more than that; nothing was changed:\n${formatPreview(preview)}`,
    hint: 'If that is what you want, say it with --force.',
  });
}

/** What still stands in the way, by the same words as `explain`: the line, and the command for it. */
async function stillBlocked({ host }: EditedFile, aim: EditAim): Promise<CliFault> {
  const [tool = ''] = aim.tools;
  const [explanation] = await host.agent(aim.agentId).withoutSession().explain(tool);
  const placed = explanation && placeExplanation(explanation, (path) => host.locate(path));
  const verdict =
    placed === undefined ? '' : formatExplanation(placed, aim.agentId).split('\n\n')[0];
  return new CliFault('usage', {
    code: 'still_blocked',
    message: `An entry in a list of ${aim.agentId} would not make ${namesOf(aim.tools)} active; nothing was changed.\n${verdict}`,
    hint: 'Type the commands above in their order.',
  });
}
