import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { OperatorFiles } from '@mortise/gateway';
import type { Host } from '@mortise/host';
import { AFTER_EDIT } from '../config/after-edit.ts';
import { changeConfig } from '../config/change-config.ts';
import { isYamlFile } from '../config/config-notation.ts';
import { CliFault } from '../output/cli-fault.ts';
import { operatorExtensions } from './operator-extensions.ts';
import { ProposalThread } from './proposal-thread.ts';
import { refusable } from './refusable.ts';

export interface OperatorFilesParts {
  readonly host: Host;
  readonly configPath: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What the console may do to the configuration, by the code of `allow`, `deny` and the others that edit. */
export function operatorFiles(parts: OperatorFilesParts): OperatorFiles {
  const { configPath, env, host } = parts;
  const thread = new ProposalThread(host);
  host.beforeClose(async () => thread[Symbol.dispose]());
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
    proposeConfig: async ({ changes, base, signal }) => {
      const text = await readFile(configPath, 'utf8');
      if (hashOf(text) !== base) return { status: 'refused', ...changedMeanwhile(configPath) };
      const named = namedIn(`${text}${JSON.stringify(changes)}`, env);
      return thread.propose({ text, fileName: configPath, env: named, changes }, signal);
    },
    saveConfig: (text, base) => refusable(() => save(parts, text, base)),
    ...operatorExtensions(parts),
  };
}

async function save({ host, configPath, env }: OperatorFilesParts, text: string, base: string) {
  isYamlFile(configPath);
  // Compared under the lock that every editor takes: between the look and the write comes no other.
  const edit = (before: string) => {
    if (hashOf(before) === base) return text;
    throw new CliFault('config', changedMeanwhile(configPath));
  };
  await changeConfig(configPath, edit, { env, check: (config) => host.check(config) });
  const proposal = await host.reload(configPath, AFTER_EDIT);
  return { status: 'saved', hash: hashOf(text), proposal } as const;
}

function changedMeanwhile(configPath: string) {
  return {
    code: 'config_changed',
    message: `${basename(configPath)} was changed by another person or program; nothing was written.`,
    hint: 'Look at what it says now, and make the change again.',
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

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
