import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { OperatorFiles } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { AFTER_EDIT } from '../config/after-edit.ts';
import { CliFault } from '../output/cli-fault.ts';
import { sourceFrom } from './add.ts';
import type { OperatorThread } from './operator-thread.ts';
import { refusable } from './refusable.ts';

export interface OperatorExtensionsParts {
  readonly host: Host;
  readonly configPath: string;
  readonly thread: OperatorThread;
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
  const { host, configPath, thread } = parts;
  const workspace = dirname(configPath);
  return {
    grantsOf: (id) => thread.grantsOf(id),
    changeGrant: (id, change) =>
      refusable(async () => {
        await thread.changeGrant(id, change);
        await host.reload(configPath, AFTER_EDIT);
        return undefined;
      }),
    keepPackage: (fileName, bytes) => refusable(() => keepPackage(workspace, fileName, bytes)),
    sourceOf: (typed) => sourceFrom(workspace, workspace, typed),
    addSource: (source) =>
      refusable(async () => {
        await thread.edit({ kind: 'add', source });
        await host.reload(configPath, AFTER_EDIT);
        return undefined;
      }),
  };
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
