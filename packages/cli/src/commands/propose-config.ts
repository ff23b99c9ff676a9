import type { AgentChange, ConfigChange, HostConfig, ProposedConfig } from '@mortise/contracts';
import type { AgentPreview } from '@mortise/core';
import type { FileRefusal } from '@mortise/gateway';
import {
  type ConfigEnvironment,
  collectDiagnostics,
  createPolicyCopy,
  type PolicyFacts,
  type PolicyHost,
  parseConfig,
  splitPath,
} from '@mortise/host';
import { type ConfigEdit, editConfig } from '../config/edit-config-list.ts';
import { CliFault } from '../output/cli-fault.ts';
import { requireMatches } from './check-selectors.ts';
import type { EditedFile } from './choose-edit.ts';
import { decideEdit } from './list-edits.ts';
import { refusable } from './refusable.ts';

/** What is asked of the thread that works proposals out. */
export interface ProposalRequest {
  /** Of the file as it is. */
  readonly text: string;
  readonly fileName: string;
  readonly env: ConfigEnvironment;
  readonly changes: readonly ConfigChange[];
}

/** So many agents, and so many tools of each, are of use to a person; the others are counted. */
const MOST_AGENTS = 100;
const MOST_TOOLS = 50;

/** What changes would make of a configuration, and what that would do to every agent. Takes as long as it takes. */
export function proposeConfig(
  request: ProposalRequest,
  facts: PolicyFacts,
): Promise<ProposedConfig | FileRefusal> {
  return refusable(async () => {
    const { text: before, fileName, env } = request;
    const read = parseConfig(before, { fileName, env });
    const { document } = (read.status === 'ok' ? read : read.draft) ?? {};
    const host = createPolicyCopy(facts, (path) => document?.locate(path));
    const { text, notes } = await changed(request, host);
    const parsed = parseConfig(text, { fileName, env });
    const diagnostics = collectDiagnostics(parsed, (config) => host.check(config));
    const isAcceptable =
      parsed.status === 'ok' && diagnostics.every(({ severity }) => severity !== 'error');
    const proposed = { status: 'proposed', text, notes, isAcceptable, diagnostics } as const;
    if (!isAcceptable) return proposed;
    return { ...proposed, preview: summarise(host, parsed.config) };
  });
}

/** One change after the other. Throws what a person can mend. */
async function changed(request: ProposalRequest, host: PolicyHost) {
  let { text } = request;
  const notes: string[] = [];
  for (const change of request.changes) {
    // Behind other changes an edit cannot be exact by itself; what all of them do is shown before they are saved.
    const isForced = text !== request.text;
    const next = await applyChange({ ...request, text, host, isForced }, change);
    text = next.text;
    notes.push(...next.notes);
  }
  return { text, notes };
}

interface ChangedFile extends EditedFile {
  readonly isForced: boolean;
}

async function applyChange(
  { isForced, ...file }: ChangedFile,
  change: ConfigChange,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const { text, fileName, host } = file;
  switch (change.kind) {
    case 'text':
      return { text: change.text, notes: [] };
    case 'steps':
      return { text: editConfig(text, fileName, change.steps), notes: [] };
    case 'allow':
    case 'deny': {
      const { kind, agentId, texts, removes = false } = change;
      if (!removes) requireMatches(host, texts);
      const decision = await decideEdit(file, { kind, agentId, texts, removes, isForced }).catch(
        (error: unknown) => {
          throw inConsole(error);
        },
      );
      if (decision.status === 'done') return { text, notes: [decision.text] };
      return { text: decision.edit.text, notes: decision.notes };
    }
    default:
      return { text: editConfig(text, fileName, editsOf(host, change)), notes: [] };
  }
}

/** What a command is told with an option, a person with a page in front of them does there. */
function inConsole(error: unknown): unknown {
  if (!(error instanceof CliFault) || error.code !== 'changes_more') return error;
  const { code, message, exit } = error;
  const hint = 'If that is what you want, write the entry into the list by hand, under "The file".';
  return new CliFault(exit, { code, message, hint });
}

type PlacedChange = Extract<ConfigChange, { kind: 'profile' | 'toolkits' | 'rule' }>;

/** Where the configuration in force has the rules of an agent, or of all. Throws `unknown_agent`. */
function editsOf(host: PolicyHost, change: PlacedChange): readonly ConfigEdit[] {
  const { agentId } = change;
  if (agentId !== undefined) host.agent(agentId);
  const agent = host.config.agents.find(({ id }) => id === agentId);
  const policy = splitPath(agent?.policy.path ?? host.config.policy.path);
  switch (change.kind) {
    case 'profile':
      return [{ kind: 'set', path: [...policy, 'profile'], value: change.profile }];
    case 'rule':
      return [{ kind: 'append', path: [...policy, 'rules'], value: change.rule }];
    case 'toolkits': {
      const place = splitPath(agent?.path ?? '');
      return [
        { kind: 'set', path: [...place, 'allowed_toolkits'], value: change.allowed },
        { kind: 'set', path: [...place, 'initial_toolkits'], value: change.initial },
      ];
    }
    default:
      return change satisfies never;
  }
}

function summarise(host: PolicyHost, config: HostConfig): NonNullable<ProposedConfig['preview']> {
  const { agents, modes } = host.preview({ config });
  const all = new Set([...host.config.agents, ...config.agents].map(({ id }) => id));
  const concerned = agents.filter(
    ({ appears, disappears, rules = [] }) => appears.length + disappears.length + rules.length > 0,
  );
  return {
    agents: concerned.slice(0, MOST_AGENTS).map(describeAgent),
    changed: concerned.length,
    unchanged: all.size - concerned.length,
    modes,
  };
}

function describeAgent(agent: AgentPreview): AgentChange {
  const { agentId, appears, disappears, rules = [], activeCount, activeTokens } = agent;
  return {
    agentId,
    ...{ appears: appears.slice(0, MOST_TOOLS), appearCount: appears.length },
    ...{ disappears: disappears.slice(0, MOST_TOOLS), disappearCount: disappears.length },
    ...{ rules: rules.slice(0, MOST_TOOLS), ruleCount: rules.length },
    ...{ activeCount, activeTokens },
  };
}
