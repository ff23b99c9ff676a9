import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProgramJail } from '@mortise/processes';
import { denied, failed } from '../broker-refusal.ts';
import { isInside } from '../files/file-reach.ts';
import { openProgramReach } from './program-reach.ts';
import type { RunFolders } from './run-folders.ts';
import { runProcess } from './run-process.ts';

export interface RepositoryQuestion {
  /** The real path of the folder that git is to run in. */
  readonly folder: string;
  /** The granted folders. */
  readonly roots: readonly string[];
  /** Where git is. */
  readonly binary: string;
  readonly signal: AbortSignal;
  readonly jail: ProgramJail;
  readonly folders: RunFolders;
}

const MOST_CONFIG_BYTES = 1_000_000;
const LISTING_MS = 5_000;

/**
 * Settings of a repository that name no program and no place to read more settings from. Everything
 * else refuses the repository: git has dozens of settings that it runs, and gets new ones.
 */
const HARMLESS: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|preloadindex|trustctime|checkstat|longpaths|protecthfs|protectntfs|sparsecheckout|sparsecheckoutcone|commitgraph|multipackindex|untrackedcache|whitespace|commentchar)$/,
  /^remote\..*\.(?:url|pushurl|fetch|push|tagopt|prune|gh-resolved)$/,
  /^branch\..*\.(?:remote|merge|rebase|description|pushremote|vscode-merge-base|gh-merge-base)$/,
  /^submodule\.(?:active|.*\.(?:url|active))$/,
  /^user\.(?:name|email|signingkey)$/,
  /^(?:init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags))$/,
  /^(?:commit|tag)\.gpgsign$/,
  /^(?:advice|color|column|gc|pack|index|maintenance)\.(?:[a-z]+\.)?[a-z]+$/,
  /^diff\.(?:renames|algorithm|colormoved|mnemonicprefix|noprefix|context|indentheuristic)$/,
  /^(?:log\.(?:date|decorate|abbrevcommit|follow)|merge\.(?:ff|conflictstyle)|fetch\.prune|rerere\.enabled|extensions\.objectformat)$/,
];

/** Over everything that a repository, an account or the machine says. */
const SETTINGS = {
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.pager': 'cat',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.sshCommand': 'false',
  'diff.ignoreSubmodules': 'all',
  'log.showSignature': 'false',
  'protocol.allow': 'never',
  'safe.bareRepository': 'explicit',
  'status.submoduleSummary': 'false',
  'submodule.recurse': 'false',
} as const;

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
} as const;

/**
 * The environment that keeps git to one repository inside the granted folders. Refuses one whose own
 * settings could have git run something: whatever wrote them would decide what that is.
 */
export async function enterRepository(
  question: RepositoryQuestion,
): Promise<Readonly<Record<string, string>>> {
  const tree = await findRepository(question);
  await requireHarmless(join(tree, '.git'), question);
  const settings = Object.entries(SETTINGS).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...ENVIRONMENT,
    // Said, so that nothing is looked for: not above the granted folders, and no bare repository below.
    GIT_DIR: join(tree, '.git'),
    GIT_WORK_TREE: tree,
    GIT_CONFIG_COUNT: String(Object.keys(SETTINGS).length),
    ...Object.fromEntries(settings),
  };
}

async function findRepository({ folder, roots }: RepositoryQuestion): Promise<string> {
  for (let at = folder; roots.some((root) => isInside(at, root)); at = dirname(at)) {
    const facts = await lstat(join(at, '.git')).catch(() => undefined);
    if (facts?.isDirectory() === true) return at;
    if (facts !== undefined) throw denied('The repository is somewhere else: .git is no folder.');
    if (at === dirname(at)) break;
  }
  throw failed('There is no git repository in the granted folder. Run `git init` there yourself.');
}

async function requireHarmless(gitFolder: string, question: RepositoryQuestion): Promise<void> {
  const isLinked = await lstat(join(gitFolder, 'commondir')).catch(() => undefined);
  if (isLinked !== undefined) throw denied('The repository has its settings somewhere else.');
  const config = join(gitFolder, 'config');
  const facts = await lstat(config).catch(() => undefined);
  if (facts === undefined) return;
  if (!facts.isFile() || facts.size > MOST_CONFIG_BYTES) {
    throw denied('The settings of the repository are no ordinary file.');
  }
  const keys = await listKeys(config, question);
  const found = keys.find((key) => !HARMLESS.some((pattern) => pattern.test(key)));
  if (found !== undefined) {
    throw denied(
      `The repository has the setting ${JSON.stringify(found.slice(0, 100))}, which is not among those known to run nothing. Remove it from .git/config, or run git yourself.`,
    );
  }
}

/** Read by git itself, so that both understand the file the same way; includes are not followed. */
async function listKeys(config: string, question: RepositoryQuestion) {
  const { binary, signal, jail, folders } = question;
  const grant = { allowedBinaries: [], cwd: [dirname(config)] };
  await using reach = await openProgramReach(grant, { binary, folders });
  const order = {
    ...{ binary, signal, cwd: '/', stdin: Buffer.alloc(0), timeoutMs: LISTING_MS },
    args: ['config', '--file', config, '--no-includes', '--list', '--name-only', '-z'],
    env: { ...ENVIRONMENT, GIT_DIR: '/dev/null' },
    ...{ maxOutputBytes: 2 * MOST_CONFIG_BYTES, reach },
  };
  const end = await runProcess(order, jail);
  if (end.exitCode !== 0 || end.truncated) {
    throw denied('The settings of the repository cannot be read.');
  }
  return end.stdout
    .toString('utf8')
    .split('\0')
    .filter((key) => key !== '');
}
