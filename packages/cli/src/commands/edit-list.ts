import { readFile } from 'node:fs/promises';
import type { HostConfig } from '@mortise/contracts';
import { changeConfig } from '../config/change-config.ts';
import { isYamlFile } from '../config/config-notation.ts';
import { editConfig } from '../config/edit-config-list.ts';
import { findConfig } from '../config/find-config.ts';
import { mountServers } from '../host-view/opened-view.ts';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import type { TriedEdit } from './choose-edit.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  listArgument,
  textArgument,
  textOption,
} from './cli-command.ts';
import { changedAgents, formatPreview } from './format-preview.ts';
import { decideEdit, type ListRequest } from './list-edits.ts';

export const allowCommand = editCommand('allow');
export const denyCommand = editCommand('deny');

/** Shows what an edit of a list does to every agent, then writes it; comments stay. */
function editCommand(kind: ListRequest['kind']): CommandAction {
  return {
    async run(world, input): Promise<CommandResult> {
      const path = findConfig(world.cwd, textOption(input, 'config'));
      isYamlFile(path);
      const text = await readFile(path, 'utf8');
      await using opened = await openHost({ ...world, config: path });
      // Their tools can be named like all others.
      await mountServers(opened);
      const file = { host: opened.host, text, fileName: path, env: world.env };
      const decision = await decideEdit(file, requestOf(kind, input));
      if (decision.status === 'done') {
        return succeed({ changed: false, path }, decision.text);
      }
      const { edit, notes } = decision;
      const isDry = input.options['dryRun'] === true;
      const asJson = input.options['json'] === true;
      if (!asJson) show(world, edit, notes);
      const check = (config: HostConfig) => opened.host.check(config);
      const apply = (now: string) => (now === text ? edit.text : applyAgain(now, path, edit));
      if (!isDry) await changeConfig(path, apply, { env: world.env, check });
      const { preview, candidate } = edit;
      const data = {
        ...{ changed: !isDry, path, lists: candidate.lists, notes },
        ...{ agents: changedAgents(preview), modes: preview.modes },
      };
      const what = isDry ? 'nothing was written (--dry-run)' : 'written to';
      return succeed(data, `  ${what}  ${candidate.lists.join(', ')} in ${path}`);
    },
  };
}

function show({ terminal }: CommandWorld, edit: TriedEdit, notes: readonly string[]): void {
  terminal.out(
    [formatPreview(edit.preview, terminal), ...notes.map((note) => `  ${note}`)].join('\n'),
  );
}

/** Another process has changed the file since it was read: what is only added can be added still. */
function applyAgain(text: string, path: string, { candidate }: TriedEdit): string {
  const { edits } = candidate;
  if (edits.every(({ kind }) => kind === 'add')) return editConfig(text, path, edits);
  throw new CliFault('config', {
    code: 'config_changed',
    message: `${path} was changed by another program just now; nothing was written.`,
    hint: 'Type the command again.',
  });
}

function requestOf(kind: ListRequest['kind'], input: CommandInput): ListRequest {
  const list = textOption(input, 'list');
  return {
    kind,
    agentId: textArgument(input, 0),
    texts: listArgument(input, 1),
    ...(list === undefined ? {} : { list }),
    removes: input.options['remove'] === true,
    isForced: input.options['force'] === true,
  };
}
