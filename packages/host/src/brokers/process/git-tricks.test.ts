import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GrantOf } from '@mortise/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfigFile } from '../../config/load-config-file.ts';
import { asking, onBench, subjectWith, valueOfReply } from '../testing/broker-bench.ts';
import { createProcessBroker } from './process-broker.ts';

const DEMO = join(import.meta.dirname, '../../../../../examples/host/mortise.config.yaml');
const BASE = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-git-')));
const ORIGINAL = join(BASE, 'original');
const ROOT = join(BASE, 'workspace');
const CANARY = join(BASE, 'canary');
/** Touches the canary, whatever it is called with. */
const EVIL = join(BASE, 'evil.sh');
const OUTSIDE = 'OUTSIDE-CONTENT';

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    ...{ cwd: ORIGINAL, encoding: 'utf8', stdio: 'pipe' },
    env: { PATH: process.env['PATH'], HOME: BASE },
  });

let demo: GrantOf<'process'>;

beforeAll(async () => {
  const parsed = await loadConfigFile(DEMO);
  if (parsed.status === 'failed') throw new Error(JSON.stringify(parsed.diagnostics));
  const granted = parsed.config.extensions.find(({ source }) => source.endsWith('terminal'));
  if (granted?.grants?.process === undefined) throw new Error('The demo grants no program.');
  demo = { ...granted.grants.process, cwd: [ROOT] };
  writeFileSync(EVIL, `#!/bin/sh\ntouch ${CANARY}\ncat\n`);
  chmodSync(EVIL, 0o755);
  writeFileSync(join(BASE, 'outside.txt'), OUTSIDE);
  mkdirSync(ORIGINAL);
  git('init', '-q', '-b', 'main');
  writeFileSync(join(ORIGINAL, 'a.txt'), 'one\n');
  writeFileSync(join(ORIGINAL, 'b.txt'), 'two\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  writeFileSync(join(ORIGINAL, 'a.txt'), 'changed\n');
});
afterAll(() => rmSync(BASE, { recursive: true, force: true }));

beforeEach(() => {
  rmSync(ROOT, { recursive: true, force: true });
  rmSync(CANARY, { force: true });
  cpSync(ORIGINAL, ROOT, { recursive: true });
});

async function run(binary: string, args: readonly string[], cwd?: string): Promise<string> {
  const broker = createProcessBroker({ binaryDirectories: ['/usr/local/bin', '/usr/bin', '/bin'] });
  const subject = subjectWith(JSON.parse(JSON.stringify(demo)));
  const reply = await asking(onBench('process', broker), subject)('run', [
    ...[binary, [...args]],
    ...(cwd === undefined ? [] : [{ cwd }]),
  ]);
  if (!reply.ok) return `${reply.code}: ${reply.message}`;
  const { exitCode, stdout, stderr } = Object(valueOfReply(reply));
  return `exit ${exitCode}\n${stdout}${stderr}`;
}

describe('what the demo grants of git and ls works (S-6)', () => {
  it.each([
    { args: ['status', '--short'], says: ' M a.txt' },
    { args: ['status'], says: 'On branch main' },
    { args: ['diff'], says: '-one\n+changed' },
    { args: ['diff', '--stat', '--', 'a.txt'], says: 'a.txt |' },
    { args: ['diff', 'HEAD', '-U0'], says: '+changed' },
    { args: ['log', '--oneline', '-n', '3'], says: 'first' },
    { args: ['log', '-1', '--grep=-x'], says: 'exit 0' },
    { args: ['log', '-p', '--since=2 weeks ago', '--', 'a.txt'], says: '+one' },
    { args: ['show', 'HEAD:b.txt'], says: 'two' },
    { args: ['blame', '-L1,1', 'b.txt'], says: 'two' },
    { args: ['branch', '--list', '-v'], says: 'main' },
    { args: ['ls-files', '--others', '--exclude-standard'], says: 'exit 0' },
  ])('git $args', async ({ args, says }) => {
    expect(await run('git', args)).toContain(says);
  });

  it('ls, in a folder below, and git in a folder below', async () => {
    mkdirSync(join(ROOT, 'sub'));
    writeFileSync(join(ROOT, 'sub', 'c.txt'), 'x');
    expect(await run('ls', ['-la', 'sub'])).toContain('c.txt');
    expect(await run('git', ['status', '--short'], 'sub')).toContain('?? ./');
  });
});

/** Arguments that git would take, and that lead out of what was meant. */
const ARGUMENT_TRICKS: readonly (readonly [binary: string, ...args: string[]])[] = [
  ['git', '-c', `alias.x=!${EVIL}`, 'x'],
  ['git', '-c', 'core.pager=sh', 'log'],
  ['git', '-ccore.fsmonitor=evil', 'status'],
  ['git', `--config-env=alias.x=PATH`, 'x'],
  ['git', '--exec-path=/tmp', 'status'],
  ['git', '-C', '/', 'status'],
  ['git', '-C', '..', 'status'],
  ['git', '--git-dir=/tmp/x', 'status'],
  ['git', '--work-tree=/', 'status'],
  ['git', '-p', 'log'],
  ['git', '--paginate', 'log'],
  ['git', 'x'],
  ['git'],
  ['git', 'config', 'alias.x', `!${EVIL}`],
  ['git', 'config', '--global', 'core.pager', EVIL],
  ['git', 'init', 'sub'],
  ['git', 'clone', `ext::sh -c ${EVIL}`],
  ['git', 'fetch', '--upload-pack', EVIL, '.'],
  ['git', 'ls-remote', '--upload-pack', EVIL, '.'],
  ['git', 'submodule', 'foreach', EVIL],
  ['git', 'bisect', 'run', EVIL],
  ['git', 'rebase', '-x', EVIL, 'HEAD'],
  ['git', 'grep', `-O${EVIL}`, 'one'],
  ['git', 'difftool', '-x', EVIL],
  ['git', 'archive', '--exec', EVIL],
  ['git', 'hook', 'run', 'x'],
  ['git', 'commit', '-m', 'x'],
  ['git', 'add', 'a.txt'],
  ['git', 'diff', `--output=${CANARY}`],
  ['git', 'diff', `--outp=${CANARY}`],
  ['git', 'log', `--output=${CANARY}`],
  ['git', 'diff', '-O/etc/passwd'],
  ['git', 'diff', '--ext-diff'],
  ['git', 'diff', '--textconv'],
  ['git', 'diff', '--no-index', '/etc/passwd', 'a.txt'],
  ['git', 'diff', 'a.txt', join(BASE, 'outside.txt')],
  ['git', 'diff', '../outside.txt', 'a.txt'],
  ['git', 'diff', '--', '../outside.txt'],
  ['git', 'diff', 'x/../../outside.txt', 'a.txt'],
  ['git', 'blame', '--contents', '/etc/passwd', 'a.txt'],
  ['git', 'blame', '-S', '/etc/passwd', 'a.txt'],
  ['git', 'blame', '--ignore-revs-file=/etc/passwd', 'a.txt'],
  ['git', 'ls-files', '-X', '/etc/passwd'],
  ['git', 'ls-files', '--exclude-from=/etc/passwd'],
  ['git', 'status', '--pathspec-from-file=/etc/passwd'],
  ['git', 'log', '--format=%G?'],
  ['git', 'log', '--show-signature'],
  ['git', 'log', '-n', '5x'],
  ['git', 'log', '-n'],
  ['git', 'show', '--format=%(trailers:key=x)'],
  ['git', 'branch', '-D', 'main'],
  ['git', 'branch', 'new'],
  ['git', 'branch', '--list', '--format=%(x)'],
  ['git', 'status', ...Array.from({ length: 65 }, () => 'a.txt')],
  ['/usr/bin/git', '-c', `alias.x=!${EVIL}`, 'x'],
  ['ls', '/'],
  ['ls', '..'],
  ['ls', '-la', '/etc'],
  ['ls', '--', '/etc'],
  ['ls', '--hyperlink', '.'],
  ['ls', '~'],
];

describe('arguments that a rule does not name (S-6)', () => {
  it.each(ARGUMENT_TRICKS)(
    'are refused, and nothing runs: %s %s %s %s',
    async (binary, ...args) => {
      expect(await run(binary, args)).toMatch(/^capability_denied: /);
      expect(existsSync(CANARY)).toBe(false);
      expect(existsSync(join(ROOT, 'sub'))).toBe(false);
    },
  );
});

const config = (text: string) => () => {
  const path = join(ROOT, '.git', 'config');
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n${text.replaceAll('EVIL', EVIL)}\n`);
};
const file = (name: string, text: string) => () => {
  mkdirSync(join(ROOT, name, '..'), { recursive: true });
  writeFileSync(join(ROOT, name), text.replaceAll('EVIL', EVIL));
  chmodSync(join(ROOT, name), 0o755);
};
const all =
  (...steps: readonly (() => void)[]) =>
  () => {
    for (const step of steps) step();
  };

type Trick = readonly [name: string, prepare: () => void, cwd?: string];
const named = (tricks: readonly Trick[]) =>
  tricks.map(([name, prepare, cwd]) => ({ name, prepare, cwd }));

/** A repository that would have git run something, made by another program than ours. */
const REPOSITORY_TRICKS: readonly Trick[] = [
  ['fsmonitor', config('[core]\n\tfsmonitor = EVIL')],
  ['fsmonitor, in capitals', config('[CORE]\n\tFSMONITOR = EVIL')],
  ['a pager', config('[core]\n\tpager = EVIL')],
  ['a pager of one command', config('[pager]\n\tlog = EVIL')],
  ['an external diff', config('[diff]\n\texternal = EVIL')],
  ['textconv', all(config('[diff "x"]\n\ttextconv = EVIL'), file('.gitattributes', '* diff=x'))],
  [
    'a diff driver',
    all(config('[diff "x"]\n\tcommand = EVIL'), file('.gitattributes', '* diff=x')),
  ],
  ['a filter', all(config('[filter "x"]\n\tclean = EVIL'), file('.gitattributes', '* filter=x'))],
  [
    'a filter process',
    all(config('[filter "x"]\n\tprocess = EVIL\n\trequired'), file('.gitattributes', '* filter=x')),
  ],
  [
    'a filter in info',
    all(config('[filter "x"]\n\tclean = EVIL'), file('.git/info/attributes', '* filter=x')),
  ],
  ['an alias for a command', config('[alias]\n\tstatus = !EVIL\n\tlog = !EVIL')],
  ['other hooks', config('[core]\n\thooksPath = hooks')],
  [
    'an included file',
    all(config('[include]\n\tpath = ../inc'), file('inc', '[core]\n\tfsmonitor = EVIL')),
  ],
  ['an included file by condition', config('[includeIf "gitdir:/"]\n\tpath = /tmp/x')],
  ['a worktree elsewhere', config('[core]\n\tworktree = /')],
  [
    'settings of a worktree',
    all(
      config('[extensions]\n\tworktreeConfig = true'),
      file('.git/config.worktree', '[core]\n\tfsmonitor = EVIL'),
    ),
  ],
  ['a promisor that is a program', config('[remote "o"]\n\tpromisor = true\n\turl = ext::EVIL')],
  ['gpg', config('[gpg]\n\tprogram = EVIL\n[log]\n\tshowSignature = true')],
  ['ssh', config('[core]\n\tsshCommand = EVIL')],
  ['a helper for credentials', config('[credential]\n\thelper = !EVIL')],
  ['settings that do not parse', config('[core\n\tfsmonitor = EVIL')],
  [
    'settings that are a link',
    () => {
      rmSync(join(ROOT, '.git', 'config'));
      symlinkSync(join(BASE, 'outside.txt'), join(ROOT, '.git', 'config'));
    },
  ],
  ['settings somewhere else', file('.git/commondir', '../other')],
  [
    'a .git that is a file',
    () => {
      cpSync(join(ROOT, '.git'), join(ROOT, 'real'), { recursive: true });
      rmSync(join(ROOT, '.git'), { recursive: true });
      file('.git', 'gitdir: real')();
    },
  ],
  [
    'a .git that is a link',
    () => {
      cpSync(join(ROOT, '.git'), join(BASE, 'moved'), { recursive: true });
      rmSync(join(ROOT, '.git'), { recursive: true });
      symlinkSync(join(BASE, 'moved'), join(ROOT, '.git'));
    },
  ],
  [
    'no repository, and one above',
    () => {
      rmSync(join(ROOT, '.git'), { recursive: true });
      cpSync(join(ORIGINAL, '.git'), join(BASE, '.git'), { recursive: true });
    },
  ],
];

/** A repository that is used, without anything of it being run. */
const QUIET_TRICKS: readonly Trick[] = [
  [
    'hooks',
    all(
      file('.git/hooks/post-index-change', '#!/bin/sh\nEVIL'),
      file('.git/hooks/fsmonitor-watchman', '#!/bin/sh\nEVIL'),
    ),
  ],
  ['attributes that name what is set nowhere', file('.gitattributes', '* filter=x diff=x merge=x')],
  [
    'a bare repository in a folder',
    () => {
      cpSync(join(ORIGINAL, '.git'), join(ROOT, 'bare'), { recursive: true });
      writeFileSync(
        join(ROOT, 'bare', 'config'),
        `[core]\n\tbare = true\n\tfsmonitor = ${EVIL}\n\tpager = ${EVIL}\n`,
      );
    },
    'bare',
  ],
  [
    'a submodule with settings',
    () => {
      cpSync(ORIGINAL, join(ROOT, 'inner'), { recursive: true });
      const inner = join(ROOT, 'inner', '.git', 'config');
      execFileSync('git', ['add', 'inner'], { cwd: ROOT, stdio: 'pipe' });
      writeFileSync(inner, `[core]\n\tfsmonitor = ${EVIL}\n[diff]\n\texternal = ${EVIL}\n`);
      writeFileSync(join(ROOT, 'inner', 'a.txt'), 'dirty');
    },
  ],
];

const COMMANDS = [['status'], ['diff'], ['log', '-p'], ['show', 'main'], ['blame', 'b.txt']];

describe('a hostile repository in the workspace (S-6)', () => {
  it.each(named(REPOSITORY_TRICKS))('is refused: $name', async ({ prepare, cwd }) => {
    prepare();
    for (const args of COMMANDS) {
      expect(await run('git', args, cwd)).toMatch(/^capability_(?:denied|failed): /);
    }
    expect(existsSync(CANARY)).toBe(false);
    rmSync(join(BASE, '.git'), { recursive: true, force: true });
  });

  it.each(named(QUIET_TRICKS))('runs nothing: $name', async ({ prepare, cwd }) => {
    prepare();
    for (const args of COMMANDS.slice(0, 4)) expect(await run('git', args, cwd)).toMatch(/^exit 0/);
    expect(existsSync(CANARY)).toBe(false);
  });

  it('would run something without the rules: the canary sings', () => {
    config('[core]\n\tfsmonitor = EVIL')();
    execFileSync('git', ['status'], { cwd: ROOT, stdio: 'pipe' });
    expect(existsSync(CANARY)).toBe(true);
  });
});
