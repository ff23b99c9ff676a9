import { dirname } from 'node:path';
import type { GrantChange, GrantRow, ProposedConfig, RegistrySnapshot } from '@mortise/contracts';
import type { FileRefusal } from '@mortise/gateway';
import { createPolicyCopy, type PolicyFacts } from '@mortise/host';
import { changeConfig } from '../config/change-config.ts';
import { editText, type TextEdit } from '../config/edit-text.ts';
import type { Terminal } from '../output/terminal.ts';
import type { CommandInput, CommandWorld } from './cli-command.ts';
import { grantCommand, revokeCommand } from './edit-grants.ts';
import { grantsCommand } from './grants.ts';
import { type ProposalRequest, proposeConfig } from './propose-config.ts';
import { refusable } from './refusable.ts';

/** The facts but for the registry, which a thread has already. */
type FactsBeside = Omit<PolicyFacts, 'snapshot'>;

/** The configuration that is worked on. */
export interface WorkPlace {
  readonly configPath: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What operators of a host that serves ask for that may take long, as data: a thread can do it. */
export type OperatorWork =
  | { readonly kind: 'propose'; readonly facts: FactsBeside; readonly request: ProposalRequest }
  | {
      readonly kind: 'edit';
      readonly facts: FactsBeside;
      readonly place: WorkPlace;
      readonly edit: TextEdit;
    }
  | { readonly kind: 'grants'; readonly place: WorkPlace; readonly extensionId: string }
  | {
      readonly kind: 'grant';
      readonly place: WorkPlace;
      readonly extensionId: string;
      readonly change: GrantChange;
    };

export type WorkDone =
  | ProposedConfig
  | FileRefusal
  | { readonly status: 'edited' }
  | { readonly status: 'read'; readonly grants: readonly GrantRow[] };

/** Does it as the commands do; what a person can mend is an answer. */
export function doOperatorWork(work: OperatorWork, snapshot: RegistrySnapshot): Promise<WorkDone> {
  switch (work.kind) {
    case 'propose':
      return proposeConfig(work.request, { ...work.facts, snapshot });
    case 'edit':
      return refusable(() => edit(work, snapshot));
    case 'grants':
      return refusable(() => readGrants(work.place, work.extensionId));
    case 'grant':
      return refusable(() => changeGrant(work.place, work.extensionId, work.change));
    default:
      return work satisfies never;
  }
}

type EditWork = Extract<OperatorWork, { kind: 'edit' }>;

async function edit({ facts, place, edit: asked }: EditWork, snapshot: RegistrySnapshot) {
  const { configPath, env } = place;
  const host = createPolicyCopy({ ...facts, snapshot }, () => undefined);
  // Compared and changed under the lock that every editor takes: between the look and the write comes no other.
  await changeConfig(configPath, (text) => editText(text, configPath, asked), {
    env,
    check: (config) => host.check(config),
  });
  return { status: 'edited' } as const;
}

async function readGrants(place: WorkPlace, id: string) {
  const { data } = await grantsCommand.run(worldOf(place), inputOf(place, [id]));
  // What `grants --json` prints.
  const [found] = data as readonly { readonly values: readonly GrantRow[] }[];
  return { status: 'read', grants: found?.values ?? [] } as const;
}

async function changeGrant(place: WorkPlace, id: string, change: GrantChange) {
  const { capability, value, isGranted } = change;
  const command = isGranted ? grantCommand : revokeCommand;
  await command.run(worldOf(place), inputOf(place, [id, capability, [value]]));
  return { status: 'edited' } as const;
}

/** Commands that only read and write files need no terminal and no end. */
function worldOf({ configPath, env }: WorkPlace): CommandWorld {
  return {
    ...{ cwd: dirname(configPath), env, terminal: SILENT },
    signal: new AbortController().signal,
    onReload: () => () => undefined,
  };
}

function inputOf({ configPath }: WorkPlace, args: CommandInput['args']): CommandInput {
  return { args, options: { config: configPath } };
}

const SILENT: Terminal = { out: () => undefined, err: () => undefined, hasColour: false };
