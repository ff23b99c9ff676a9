import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { OperatorFiles } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { AFTER_EDIT } from '../config/after-edit.ts';
import { isYamlFile } from '../config/config-notation.ts';
import { changedMeanwhile } from '../config/edit-text.ts';
import { hashText } from '../config/hash-text.ts';
import { operatorExtensions } from './operator-extensions.ts';
import { OperatorThread } from './operator-thread.ts';
import { refusable } from './refusable.ts';

export interface OperatorFilesParts {
  readonly host: Host;
  readonly configPath: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where what takes long is done; one of its own if absent. */
  readonly thread?: OperatorThread;
}

/** What the console may do to the configuration, by the code of `allow`, `deny` and the others that edit. */
export function operatorFiles(parts: OperatorFilesParts): OperatorFiles {
  const { configPath, env, host } = parts;
  const { thread = new OperatorThread(host, { configPath, env }) } = parts;
  return {
    workspace: dirname(configPath),
    readConfig: async () => {
      const text = await readFile(configPath, 'utf8');
      const notEditable = whyNotEditable(configPath);
      const fileName = basename(configPath);
      return {
        ...{ fileName, text, hash: hashText(text) },
        ...(notEditable === undefined ? {} : { notEditable }),
      };
    },
    proposeConfig: async ({ changes, base, signal }) => {
      const text = await readFile(configPath, 'utf8');
      if (hashText(text) !== base) return { status: 'refused', ...changedMeanwhile(configPath) };
      const named = namedIn(`${text}${JSON.stringify(changes)}`, env);
      return thread.propose({ text, fileName: configPath, env: named, changes }, signal);
    },
    saveConfig: (text, base) =>
      refusable(async () => {
        await thread.edit({ kind: 'replace', text, base });
        const proposal = await host.reload(configPath, AFTER_EDIT);
        return { status: 'saved', hash: hashText(text), proposal } as const;
      }),
    ...operatorExtensions({ host, configPath, thread }),
  };
}

/** Of the environment what a text may read: no more of it crosses to another thread. */
function namedIn(text: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => text.includes(`{${name}`)));
}

function whyNotEditable(configPath: string): string | undefined {
  try {
    isYamlFile(configPath);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
