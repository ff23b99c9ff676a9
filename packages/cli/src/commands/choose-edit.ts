import { foldName, type HostConfig } from '@mortise/contracts';
import type { AgentPreview, ChangePreview } from '@mortise/core';
import type { ConfigEnvironment, PolicyHost } from '@mortise/host';
import { editConfig } from '../config/edit-config-list.ts';
import { CliFault } from '../output/cli-fault.ts';
import type { EditCandidate } from './edit-candidates.ts';
import { previewEdit } from './preview-edit.ts';

/** The file that is edited, as it is, and who edits it. */
export interface EditedFile {
  readonly host: PolicyHost;
  readonly text: string;
  readonly fileName: string;
  readonly env: ConfigEnvironment;
}

/** A candidate that was tried: what the file would say, and what that would do. */
export interface TriedEdit {
  readonly candidate: EditCandidate;
  readonly text: string;
  readonly preview: ChangePreview;
}

/** What an edit is for: these tools for this agent, and nothing else for any agent. */
export interface EditAim {
  readonly agentId: string;
  readonly direction: 'appear' | 'disappear';
  /** Names of tools. */
  readonly tools: readonly string[];
}

/**
 * Candidates that the configuration bears, up to the first that does all that is meant and no more: each
 * is tried on every agent. Throws what is wrong with the last one if it bears none.
 */
export function tryEdits(
  file: EditedFile,
  candidates: readonly EditCandidate[],
  aim?: EditAim,
): readonly TriedEdit[] {
  let fault: unknown;
  const tried: TriedEdit[] = [];
  for (const candidate of candidates) {
    try {
      const edit = tryEdit(file, candidate);
      tried.push(edit);
      if (aim !== undefined && doesAll(edit, aim, file.host.config)) break;
    } catch (error) {
      if (!(error instanceof CliFault)) throw error;
      fault = error;
    }
  }
  if (tried.length === 0 && fault !== undefined) throw fault;
  return tried;
}

function doesAll({ preview }: TriedEdit, aim: EditAim, config: HostConfig): boolean {
  const { length } = movedTools(preview, aim);
  return length > 0 && length === aim.tools.length && isExact(preview, aim, config);
}

export function tryEdit(file: EditedFile, candidate: EditCandidate): TriedEdit {
  const { host, fileName, env } = file;
  const text = editConfig(file.text, fileName, candidate.edits);
  return { candidate, text, preview: previewEdit(host, { text, fileName, env }).preview };
}

/** Of the edits that move the tools meant and no others, the first one that moves most of them. */
export function chooseExact(
  tried: readonly TriedEdit[],
  aim: EditAim,
  config: HostConfig,
): TriedEdit | undefined {
  const useful = tried.filter(
    ({ preview }) => movedTools(preview, aim).length > 0 && isExact(preview, aim, config),
  );
  const most = Math.max(...useful.map(({ preview }) => movedTools(preview, aim).length));
  return useful.find(({ preview }) => movedTools(preview, aim).length === most);
}

/** Of the tools meant, those that the change moves for the agent meant. */
export function movedTools(preview: ChangePreview, aim: EditAim): readonly string[] {
  const agent = preview.agents.find(({ agentId }) => agentId === aim.agentId);
  const names = new Set(movesOf(agent, aim.direction));
  return aim.tools.filter((tool) => names.has(tool));
}

function isExact({ agents }: ChangePreview, aim: EditAim, config: HostConfig): boolean {
  const meant = new Set(aim.tools);
  const against = aim.direction === 'appear' ? 'disappear' : 'appear';
  const concerned = descendantsOf(aim.agentId, config);
  return agents.every((agent) => {
    const moves = movesOf(agent, aim.direction);
    if (movesOf(agent, against).length > 0) return false;
    return (
      moves.length === 0 ||
      (concerned.has(foldName(agent.agentId)) && moves.every((tool) => meant.has(tool)))
    );
  });
}

function movesOf(agent: AgentPreview | undefined, direction: EditAim['direction']) {
  const moves = direction === 'appear' ? agent?.appears : agent?.disappears;
  return (moves ?? []).map(({ tool }) => tool);
}

/** An agent and those below it: what it is permitted is their ceiling. */
function descendantsOf(agentId: string, { agents }: HostConfig): ReadonlySet<string> {
  const found = new Set([foldName(agentId)]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { id, parent } of agents) {
      if (parent !== undefined && found.has(foldName(parent.name.trim()))) found.add(foldName(id));
    }
  }
  return found;
}
