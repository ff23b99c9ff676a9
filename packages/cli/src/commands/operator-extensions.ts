import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { GrantChange, GrantRow, OperatorFiles } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { AFTER_EDIT } from '../config/after-edit.ts';
import { changeConfig } from '../config/change-config.ts';
import { addExtension } from '../config/edit-extensions.ts';
import { CliFault } from '../output/cli-fault.ts';
import type { Terminal } from '../output/terminal.ts';
import { sourceFrom } from './add.ts';
import type { CommandInput, CommandWorld } from './cli-command.ts';
import { grantCommand, revokeCommand } from './edit-grants.ts';
import { grantsCommand } from './grants.ts';
import { refusable } from './refusable.ts';

export interface OperatorExtensionsParts {
  readonly host: Host;
  readonly configPath: string;
  readonly env: NodeJS.ProcessEnv;
}

type ExtensionFiles = Pick<
  OperatorFiles,
  'grantsOf' | 'changeGrant' | 'keepPackage' | 'sourceOf' | 'addSource'
>;

/** Where packages that were sent are kept, beside the configuration. */
const KEPT_FOLDER = 'extensions';
const PACKAGE_NAME = /^[\w.@+-]{1,200}\.(?:tgz|tar\.gz)$/;

/** What the console may do about extensions, by the code of `grants`, `grant`, `revoke` and `add`. */
export function operatorExtensions(parts: OperatorExtensionsParts): ExtensionFiles {
  const { host, configPath, env } = parts;
  const workspace = dirname(configPath);
  return {
    grantsOf: (id) => refusable(() => grantsOf(parts, id)),
    changeGrant: (id, change) => refusable(() => changeGrant(parts, id, change)),
    keepPackage: (fileName, bytes) => refusable(() => keepPackage(workspace, fileName, bytes)),
    sourceOf: (typed) => sourceFrom(workspace, workspace, typed),
    addSource: (source) =>
      refusable(async () => {
        const edit = (text: string) => addExtension(text, configPath, source);
        await changeConfig(configPath, edit, { env });
        await host.reload(configPath, AFTER_EDIT);
        return undefined;
      }),
  };
}

async function grantsOf(parts: OperatorExtensionsParts, id: string): Promise<readonly GrantRow[]> {
  const { data } = await grantsCommand.run(worldOf(parts), inputOf(parts, [id]));
  // What `grants --json` prints.
  const [found] = data as readonly { readonly values: readonly GrantRow[] }[];
  return found?.values ?? [];
}

async function changeGrant(
  parts: OperatorExtensionsParts,
  id: string,
  { capability, value, isGranted }: GrantChange,
): Promise<undefined> {
  const command = isGranted ? grantCommand : revokeCommand;
  await command.run(worldOf(parts), inputOf(parts, [id, capability, [value]]));
  await parts.host.reload(parts.configPath, AFTER_EDIT);
  return undefined;
}

/** A name that is taken is never written over: what it holds may be installed. */
async function keepPackage(
  workspace: string,
  fileName: string,
  bytes: Uint8Array,
): Promise<string> {
  const name = basename(fileName);
  if (!PACKAGE_NAME.test(name)) {
    throw new CliFault('usage', {
      code: 'source_needed',
      message: `"${name.slice(0, 100)}" is no name of a package.`,
      hint: 'Send a file that `mortise pack` or `npm pack` made: its name ends with .tgz.',
    });
  }
  await mkdir(join(workspace, KEPT_FOLDER), { recursive: true });
  await writeFile(join(workspace, KEPT_FOLDER, name), bytes, { flag: 'wx', mode: 0o644 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new CliFault('usage', {
        code: 'source_taken',
        message: `${KEPT_FOLDER}/${name} is there already; nothing was written.`,
        hint: 'Name the file otherwise, or propose the one that is there by its path.',
      });
    },
  );
  return `./${KEPT_FOLDER}/${name}`;
}

/** Commands that only read and write files need no terminal and no end. */
function worldOf({ configPath, env }: OperatorExtensionsParts): CommandWorld {
  return {
    ...{ cwd: dirname(configPath), env, terminal: SILENT },
    signal: new AbortController().signal,
    onReload: () => () => undefined,
  };
}

function inputOf(
  { configPath }: OperatorExtensionsParts,
  args: CommandInput['args'],
): CommandInput {
  return { args, options: { config: configPath } };
}

const SILENT: Terminal = { out: () => undefined, err: () => undefined, hasColour: false };
