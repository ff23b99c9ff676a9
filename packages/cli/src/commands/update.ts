import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeFile } from '@mortise/host';
import { openHost } from '../open-host.ts';
import type { CommandResult } from '../output/command-result.ts';
import { type CommandAction, textOption } from './cli-command.ts';

/** `mortise update`: takes safe updates, and shows those that wait with how to approve them. */
export const updateCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const config = textOption(input, 'config');
    await using opened = await openHost({ ...world, config });
    const states = opened.host.extensions.list();
    const shown = states.flatMap(({ id, waitingHash }) =>
      waitingHash === undefined ? [] : [[id, waitingHash] as const],
    );
    const lines = states.flatMap((state) => {
      const { id, version, status, waiting, waitingHash, failure } = state;
      if (waiting !== undefined) {
        return [waiting, `  approve it: mortise approve ${id} --hash ${waitingHash ?? ''}`];
      }
      return [`${id} ${version ?? ''}: ${status === 'loaded' ? 'up to date' : failure?.message}`];
    });
    const data = states.map(({ id, version, status, waiting, waitingHash }) => ({
      ...{ id, version, status, waiting, hash: waitingHash },
    }));
    if (shown.length > 0 && input.options['json'] !== true) {
      await rememberShown(opened.folder.path, Object.fromEntries(shown));
    }
    const text = lines.length === 0 ? 'no extensions' : lines.join('\n');
    const isGood = states.every(({ status }) => status === 'loaded');
    return { exit: isGood ? 'ok' : 'extension', data, text, isDone: true };
  },
};

const FILE = 'reviewed.json';

/** Which update of an extension was shown to the operator of this state, by its hash. */
export async function rememberShown(
  stateFolder: string,
  shown: Readonly<Record<string, string>>,
): Promise<void> {
  const change = (text = '{}') => `${JSON.stringify({ ...readShown(text), ...shown }, null, 2)}\n`;
  await changeFile(join(stateFolder, FILE), change, { mode: 0o600 });
}

export async function wasShown(stateFolder: string, id: string, hash: string): Promise<boolean> {
  const text = await readFile(join(stateFolder, FILE), 'utf8').catch(() => '{}');
  return new Map(Object.entries(readShown(text))).get(id) === hash;
}

function readShown(text: string): object {
  try {
    const rawShown: unknown = JSON.parse(text);
    return typeof rawShown === 'object' && rawShown !== null ? rawShown : {};
  } catch {
    return {};
  }
}
