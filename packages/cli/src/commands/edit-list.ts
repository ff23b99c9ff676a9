import { readFile } from 'node:fs/promises';
import type { Diagnostic } from '@mortise/contracts';
import { formatDiagnostics, parseConfig } from '@mortise/host';
import { editPolicyList } from '../config/edit-policy-list.ts';
import { findConfig } from '../config/find-config.ts';
import { replaceFile } from '../config/replace-file.ts';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, listArgument, textArgument, textOption } from './cli-command.ts';
import { formatDifferences, listDifferences } from './format-differences.ts';

export const allowCommand = editCommand('allow');
export const denyCommand = editCommand('deny');

function editCommand(list: 'allow' | 'deny'): CommandAction {
  return {
    async run(world, input): Promise<CommandResult> {
      const path = findConfig(world.cwd, textOption(input, 'config'));
      const agentId = textArgument(input, 0);
      const before = await readFile(path, 'utf8');
      const after = editPolicyList(before, path, {
        agentId,
        list,
        selectors: listArgument(input, 1),
      });
      if (after === before)
        return succeed({ changed: false, path }, `Nothing to do: ${path} says so already.`);
      await using opened = await openHost({ ...world, config: path });
      const { host } = opened;
      const parsed = parseConfig(after, { fileName: path, env: world.env });
      if (parsed.status === 'failed') throw refused(parsed.diagnostics);
      const found = host.check(parsed.config).filter(({ severity }) => severity === 'error');
      if (found.length > 0) throw refused(found);
      const change = { kind: 'inputs', patch: { config: parsed.config } } as const;
      const { differences } = await host.simulate(host.agent(agentId).session('cli'), change);
      await replaceFile(path, after);
      const data = { changed: true, path, differences: listDifferences(differences) };
      return succeed(data, `${path} changed\n${formatDifferences(differences)}`);
    },
  };
}

function refused(diagnostics: readonly Diagnostic[]): CliFault {
  return new CliFault('config', {
    code: 'edit_refused',
    message: `With this edit the configuration could not be used; the file is as it was.\n${formatDiagnostics(diagnostics)}`,
    hint: 'Check the selectors given.',
  });
}
