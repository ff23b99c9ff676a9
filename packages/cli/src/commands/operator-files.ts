import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { ConfigChange, OperatorFiles } from '@mortise/gateway';
import { type Host, splitPath } from '@mortise/host';
import { AFTER_EDIT } from '../config/after-edit.ts';
import { changeConfig } from '../config/change-config.ts';
import { isYamlFile } from '../config/config-notation.ts';
import { type ConfigEdit, editConfig } from '../config/edit-config-list.ts';
import { CliFault } from '../output/cli-fault.ts';
import { requireMatches } from './check-selectors.ts';
import { decideEdit } from './list-edits.ts';
import { operatorExtensions } from './operator-extensions.ts';
import { refusable } from './refusable.ts';

export interface OperatorFilesParts {
  readonly host: Host;
  readonly configPath: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What the console may do to the configuration, by the code of `allow`, `deny` and the others that edit. */
export function operatorFiles(parts: OperatorFilesParts): OperatorFiles {
  const { configPath } = parts;
  return {
    workspace: dirname(configPath),
    readConfig: async () => {
      const text = await readFile(configPath, 'utf8');
      const notEditable = whyNotEditable(configPath);
      const fileName = basename(configPath);
      return {
        ...{ fileName, text, hash: hashOf(text) },
        ...(notEditable === undefined ? {} : { notEditable }),
      };
    },
    changeConfig: (text, change) =>
      refusable(async () => ({ status: 'changed', ...(await changed(parts, text, change)) })),
    saveConfig: (text, base) => refusable(() => save(parts, text, base)),
    ...operatorExtensions(parts),
  };
}

async function changed(
  { host, configPath, env }: OperatorFilesParts,
  text: string,
  change: ConfigChange,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  switch (change.kind) {
    case 'text':
      return { text: change.text, notes: [] };
    case 'steps':
      return { text: editConfig(text, configPath, change.steps), notes: [] };
    case 'allow':
    case 'deny': {
      const { kind, agentId, texts, removes = false } = change;
      const file = { host, text, fileName: configPath, env };
      // Behind other changes an edit cannot be exact by itself; what all of them do is shown before they are saved.
      const isForced = text !== (await readFile(configPath, 'utf8'));
      if (!removes) requireMatches(host, texts);
      const decision = await decideEdit(file, { kind, agentId, texts, removes, isForced });
      if (decision.status === 'done') return { text, notes: [decision.text] };
      return { text: decision.edit.text, notes: decision.notes };
    }
    default:
      return { text: editConfig(text, configPath, editsOf(host, change)), notes: [] };
  }
}

type PlacedChange = Extract<ConfigChange, { kind: 'profile' | 'toolkits' | 'rule' }>;

/** Where the configuration in force has the rules of an agent, or of all. Throws `unknown_agent`. */
function editsOf(host: Host, change: PlacedChange): readonly ConfigEdit[] {
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

async function save({ host, configPath, env }: OperatorFilesParts, text: string, base: string) {
  isYamlFile(configPath);
  // Compared under the lock that every editor takes: between the look and the write comes no other.
  const edit = (before: string) => {
    if (hashOf(before) === base) return text;
    throw new CliFault('config', {
      code: 'config_changed',
      message: `${basename(configPath)} was changed by another person or program; nothing was written.`,
      hint: 'Look at what it says now, and make the change again.',
    });
  };
  await changeConfig(configPath, edit, { env, check: (config) => host.check(config) });
  const proposal = await host.reload(configPath, AFTER_EDIT);
  return { status: 'saved', hash: hashOf(text), proposal } as const;
}

function whyNotEditable(configPath: string): string | undefined {
  try {
    isYamlFile(configPath);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
