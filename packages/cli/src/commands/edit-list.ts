import { readFile } from 'node:fs/promises';
import type { HostConfig } from '@mortise/contracts';
import { changeConfig } from '../config/change-config.ts';
import { editPolicyList } from '../config/edit-policy-list.ts';
import { findConfig } from '../config/find-config.ts';
import { openHost } from '../open-host.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, listArgument, textArgument, textOption } from './cli-command.ts';
import { changedAgents, formatPreview } from './format-preview.ts';
import { previewEdit } from './preview-edit.ts';

export const allowCommand = editCommand('allow');
export const denyCommand = editCommand('deny');

function editCommand(list: 'allow' | 'deny'): CommandAction {
  return {
    async run(world, input): Promise<CommandResult> {
      const path = findConfig(world.cwd, textOption(input, 'config'));
      const agentId = textArgument(input, 0);
      const before = await readFile(path, 'utf8');
      const selectors = listArgument(input, 1);
      const edit = (text: string) => editPolicyList(text, path, { agentId, list, selectors });
      const after = edit(before);
      if (after === before)
        return succeed({ changed: false, path }, `Nothing to do: ${path} says so already.`);
      await using opened = await openHost({ ...world, config: path });
      const { preview } = previewEdit(opened.host, { text: after, fileName: path, env: world.env });
      const check = (config: HostConfig) => opened.host.check(config);
      await changeConfig(path, edit, { env: world.env, check });
      const data = {
        ...{ changed: true, path, agents: changedAgents(preview), modes: preview.modes },
      };
      return succeed(data, `${path} changed\n${formatPreview(preview)}`);
    },
  };
}
