import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GrantOf } from '@mortise/contracts';
import { ProgramJail } from '@mortise/processes';
import { afterAll, describe, expect, it } from 'vitest';
import { HostFiles } from '../files/host-files.ts';
import {
  asking,
  onBench,
  openBench,
  outcomeOf,
  subjectWith,
  valueOfReply,
} from '../testing/broker-bench.ts';
import { makeMark, untilMarked } from '../testing/marked-processes.ts';
import { createProcessBroker } from './process-broker.ts';
import { closedIn } from './secrets-of-system.ts';

const SHELL = '/bin/sh';
const CURL = '/usr/bin/curl';
const noCurl = existsSync(CURL) ? '' : `; skipped here: there is no ${CURL}`;
const base = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-confined-')));
const workspace = join(base, 'workspace');
const state = join(workspace, '.mortise');
for (const folder of [join(workspace, 'inner'), state, join(base, 'other')])
  mkdirSync(folder, { recursive: true });
for (const file of [join(workspace, 'inner', 'f'), join(state, 'token'), join(base, 'other', 'f')])
  writeFileSync(file, 'secret');
const server = createServer((socket) => socket.end('hello'));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
afterAll(() => {
  server.close();
  rmSync(base, { recursive: true });
});

const { state: found, layers } = await new ProgramJail({ tier: 'preferred' }).probe();
const where = found === 'on' ? '' : `; skipped here: files ${layers['files']}`;

const ofHost = new HostFiles();
ofHost.add(() => ({ folders: [state], files: [join(workspace, 'ops.yaml')] }));

function openRun(
  grant: Partial<GrantOf<'process'>>,
  jail = new ProgramJail({ tier: 'required' }),
  hostFiles = ofHost,
) {
  const broker = createProcessBroker({ binaryDirectories: [], jail, hostFiles });
  const whole = { allowedBinaries: [SHELL, process.execPath], cwd: [workspace], ...grant };
  const ask = asking(onBench('process', broker, openBench()), subjectWith(whole));
  const shell = async (command: string) => {
    const end = valueOfReply(await ask('run', [SHELL, ['-c', command]]));
    const { stdout, stderr } = end as { stdout: string; stderr: string };
    return (stdout || stderr).trim();
  };
  return { ask, shell };
}

/** A repository that holds the configuration of a host and the folder of an extension; not its state. */
function makeProject() {
  const own = mkdtempSync(join(base, 'project-'));
  for (const folder of ['.mortise', 'ext', 'src']) mkdirSync(join(own, folder));
  for (const name of ['ops.yaml', '.mortise/token', 'ext/index.js', 'src/a'])
    writeFileSync(join(own, name), 'secret');
  const env = { PATH: '/usr/bin:/bin', HOME: own };
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: own, env });
  git('init', '-q', '-b', 'main');
  for (const name of ['name', 'email']) git('config', `user.${name}`, 'n@example.test');
  git('add', 'ops.yaml', 'ext', 'src');
  git('commit', '-q', '-m', 'one');
  const old = new Date(2_020, 0);
  // Of files that are as young as its index git looks at the contents.
  for (const name of ['ops.yaml', 'ext/index.js', 'src/a']) utimesSync(join(own, name), old, old);
  git('status');
  const hostFiles = new HostFiles();
  hostFiles.add(() => ({
    files: [join(own, 'ops.yaml')],
    folders: [join(own, '.mortise'), join(own, 'ext')],
  }));
  return { own, hostFiles };
}

describe.skipIf(found !== 'on')(
  `a program and what its grant reaches (S-6, S-8, S-10)${where}`,
  () => {
    it('reads its folders and the system, and nothing else', async () => {
      const { shell } = openRun({});
      expect(await shell('cat inner/f')).toBe('secret');
      expect(await shell('head -c 4 /etc/passwd')).toBe('root');
      expect(await shell(`cat ${base}/other/f`)).toMatch(/Permission denied/);
      expect(await shell('cat /etc/shadow')).not.toContain('root:');
      expect(await shell(`cat /proc/${process.pid}/environ`)).toMatch(
        /Permission denied|No such file/,
      );
      expect(await openRun({ read: [join(base, 'other')] }).shell(`cat ${base}/other/f`)).toBe(
        'secret',
      );
    });

    it('reads what the host starts runners from, and neither writes nor moves it', async () => {
      const hostFiles = new HostFiles();
      const own = mkdtempSync(join(base, 'own-'));
      const runtime = join(own, 'mortise-0', '.cache', '.mortise', 'runtime');
      const launcher = join(runtime, 'runtime-1', 'launcher.cjs');
      mkdirSync(dirname(launcher), { recursive: true });
      writeFileSync(launcher, 'of the host');
      hostFiles.add(() => ({ programs: [runtime] }));
      const grant = { cwd: [own], write: [own] };
      const { shell } = openRun(grant, new ProgramJail({ tier: 'required' }), hostFiles);
      expect(await shell(`cat ${launcher}`)).toBe('of the host');
      for (const attempt of [
        `echo bad > ${launcher}`,
        `echo bad > ${runtime}/runtime-2`,
        `rm -rf ${runtime}`,
        `mv ${own}/mortise-0 ${own}/away`,
        `mv ${own}/mortise-0/.cache ${own}/away`,
      ]) {
        expect(await shell(attempt), attempt).toMatch(/Read-only|denied|busy|not permitted/);
      }
      expect(readFileSync(launcher, 'utf8')).toBe('of the host');
    });

    it('neither reads nor writes homes of servers, which keep there what they know and run', async () => {
      const hostFiles = new HostFiles();
      const own = mkdtempSync(join(base, 'own-'));
      const homes = join(own, '.cache', '.mortise', 'servers');
      mkdirSync(join(homes, 'mail'), { recursive: true });
      writeFileSync(join(homes, 'mail', 'token'), 'of the server');
      hostFiles.add(() => ({ homes: [homes] }));
      const grant = { cwd: [own], write: [own] };
      const { shell } = openRun(grant, new ProgramJail({ tier: 'required' }), hostFiles);
      expect(await shell(`cat ${homes}/mail/token`)).not.toContain('of the server');
      for (const attempt of [`echo bad > ${homes}/mail/token`, `mv ${own}/.cache ${own}/away`])
        expect(await shell(attempt), attempt).toMatch(
          /Read-only|denied|busy|not permitted|No such/,
        );
      expect(readFileSync(join(homes, 'mail', 'token'), 'utf8')).toBe('of the server');
    });

    it.skipIf(layers['mounts'] !== 'on')(
      'makes files in a granted folder beside those of the host, where mounts cover these',
      async () => {
        const hostFiles = new HostFiles();
        const own = mkdtempSync(join(base, 'own-'));
        mkdirSync(join(own, '.mortise'));
        for (const name of ['ops.yaml', '.mortise/token']) writeFileSync(join(own, name), 'secret');
        const files = [join(own, 'ops.yaml'), join(own, '.mortise', 'token')];
        hostFiles.add(() => ({ folders: [join(own, '.mortise')], files }));
        const grant = { cwd: [own], write: [own] };
        const { shell } = openRun(grant, new ProgramJail({ tier: 'required' }), hostFiles);
        await shell(
          'echo new > made; echo bad > ops.yaml; echo bad > .mortise/token; rm -rf .mortise',
        );
        expect(readFileSync(join(own, 'made'), 'utf8')).toBe('new\n');
        expect(files.map((path) => readFileSync(path, 'utf8'))).toEqual(['secret', 'secret']);
      },
    );

    it.each([
      ['as it is', {}],
      ['without namespaces', { without: ['namespaces'] }],
    ] as const)(
      'lets git work beside files of the host, which it neither takes in nor takes out: %s',
      async (_where, trial) => {
        const { own, hostFiles } = makeProject();
        const grant = { cwd: [own], write: [own], env: { PATH: '/usr/bin:/bin', HOME: own } };
        const jail = new ProgramJail({ tier: 'required', ...trial });
        const { shell } = openRun(grant, jail, hostFiles);
        const said = await shell(`exec 2>&1; git status --short; echo new > src/new; git add -A
          git commit -qm two; git show --format= --name-only; echo x >> src/a; git stash -q
          git stash pop -q; git checkout -q -b side; git commit -qam three; git checkout -q main
          git merge -q side; git status --short; git log --format=%s`);
        expect(said).toBe('src/new\nthree\ntwo\none');
        expect(await shell('exec 2>&1; cat ops.yaml ext/index.js .mortise/token')).not.toContain(
          'secret',
        );
      },
    );

    it('writes only temporary files, which are gone afterwards, unless a folder is granted', async () => {
      const { shell } = openRun({});
      expect(await shell('echo x > inner/new; echo x > "$TMPDIR/y" && echo "$TMPDIR"')).toMatch(
        /^\/.*mortise-run-\w+\/\d+$/,
      );
      const folder = await shell('echo "$TMPDIR"');
      expect(existsSync(folder)).toBe(false);
      expect(existsSync(join(workspace, 'inner', 'new'))).toBe(false);
      await openRun({ write: [join(workspace, 'inner')] }).shell('echo x > inner/new');
      expect(readFileSync(join(workspace, 'inner', 'new'), 'utf8')).toBe('x\n');
    });

    it('does not reach files of the host in a folder that it may write', async () => {
      const { shell } = openRun({ write: [workspace] });
      await shell(
        'echo x > .mortise/token; echo x > .mortise/new; mv .mortise moved; mv inner/f .mortise/',
      );
      expect(readFileSync(join(state, 'token'), 'utf8')).toBe('secret');
      expect(existsSync(join(state, 'new'))).toBe(false);
      expect(await shell('cat .mortise/token')).not.toBe('secret');
      expect(await shell('cat inner/f')).toBe('secret');
    });

    it('does not read what lies beside a file of the host under its name', async () => {
      const [config, draft] = [join(workspace, 'ops.yaml'), join(workspace, 'ops.yaml.draft-1')];
      for (const file of [config, draft]) writeFileSync(file, 'secret');
      const { shell } = openRun({ write: [workspace] });
      expect(await shell('cat ops.yaml ops.yaml.draft-1')).not.toContain('secret');
      for (const file of [config, draft]) rmSync(file);
    });

    it.skipIf(process.geteuid?.() !== 0)('reads no settings that root alone can read', async () => {
      const { shell } = openRun({});
      const closed = closedIn('/etc').filter((path) => existsSync(path));
      expect(closed).toContain('/etc/shadow');
      for (const path of closed)
        expect(await shell(`head -c 9 ${path}; ls -A ${path}/`)).toMatch(/^(head|ls):/);
    });

    it('has the network only if it is granted', async () => {
      const code = `const socket = require('node:net').connect(${port}, '127.0.0.1');
      socket.on('data', (data) => process.stdout.write(data));
      socket.on('error', ({ code }) => process.stdout.write(code));`;
      const connect = async (grant: Partial<GrantOf<'process'>>) => {
        const end = valueOfReply(await openRun(grant).ask('run', [process.execPath, ['-e', code]]));
        return (end as { stdout: string }).stdout;
      };
      expect(await connect({})).toMatch(/^(EACCES|ENETUNREACH)$/);
      expect(await connect({ network: true })).toBe('hello');
    });

    it.skipIf(noCurl !== '').each([
      ['as it is', {}],
      ['without namespaces', { without: ['namespaces'] }],
    ] as const)(
      `fetches with curl only if the network is granted, and uploads no file of the host: %s${noCurl}`,
      async (_where, trial) => {
        const curl = (grant: Partial<GrantOf<'process'>>, args: string) =>
          openRun(
            { allowedBinaries: [SHELL, CURL], ...grant },
            new ProgramJail({ tier: 'required', ...trial }),
          ).shell(`curl -sS --http0.9 --max-time 20 ${args} 2> /dev/null; echo " exit $?"`);
        const here = `http://127.0.0.1:${port}`;
        expect(await curl({}, here)).toBe('exit 7');
        expect(await curl({ network: true }, here)).toBe('hello exit 0');
        // 26: what is to be sent cannot be read.
        expect(await curl({ network: true }, `-T .mortise/token ${here}`)).toBe('exit 26');
        expect(await curl({ network: true }, 'file:///etc/shadow')).toBe('exit 37');
        const into = { network: true, write: [join(workspace, 'inner')] };
        expect(await curl(into, `-o inner/got ${here}`)).toBe('exit 0');
        expect(readFileSync(join(workspace, 'inner', 'got'), 'utf8')).toBe('hello');
        // 23: there is no place to write to.
        expect(await curl({ network: true }, `-o ${base}/other/got ${here}`)).toBe('exit 23');
      },
    );

    it('says why the system did not start it', async () => {
      const script = join(workspace, 'script');
      writeFileSync(script, '#!/no/such/interpreter\n', { mode: 0o755 });
      const { ask } = openRun({ allowedBinaries: [script] });
      expect(await outcomeOf(ask('run', [script, []]))).toMatch(
        /^failed: .*could not be started: the program, .* is not there \(ENOENT\)/,
      );
    });

    it('loses nothing of what a program says that ends at once', async () => {
      const { ask } = openRun({ allowedBinaries: ['/bin/echo'] });
      const said: string[] = [];
      for (let round = 0; round < 20; round += 1) {
        const end = valueOfReply(await ask('run', ['/bin/echo', ['x']]));
        said.push((end as { stdout: string }).stdout.trim());
      }
      expect(said).toEqual(said.map(() => 'x'));
    });

    it('is started by another launcher if one does not get ready, and told so if none does', async () => {
      const late = new ProgramJail({ tier: 'required' }, [1, 1, 60_000]);
      expect(await openRun({}, late).shell('echo started')).toBe('started');
      const never = openRun({}, new ProgramJail({ tier: 'required' }, [1]));
      expect(await outcomeOf(never.ask('run', [SHELL, ['-c', 'true']]))).toMatch(
        /^failed: .*no launcher got ready within 1 ms/,
      );
    });

    it('takes along what it started, although it tried to leave', async () => {
      const { shell } = openRun({});
      const mark = makeMark();
      await shell(`setsid sleep ${mark} > /dev/null 2>&1 & sleep 0.1; echo over`);
      await untilMarked(mark, (count) => count === 0);
    });
  },
);

describe('a program without a jail (S-8)', () => {
  it('is not started if one is required, and says so', async () => {
    const jail = new ProgramJail({ tier: 'required', without: ['koffi'] });
    const { ask } = openRun({}, jail);
    expect(await outcomeOf(ask('run', [SHELL, ['-c', 'true']]))).toMatch(
      /^failed: .*was not started: it needs a jail/,
    );
  });

  it('answers although the program closed a folder among its temporary files', async () => {
    const jail = new ProgramJail({ tier: 'off' });
    const { shell } = openRun({}, jail);
    const closing = 'mkdir $TMPDIR/a; touch $TMPDIR/a/b; chmod 000 $TMPDIR/a; echo $TMPDIR';
    const folder = await shell(closing);
    expect(folder).toContain('mortise-run-');
    expect(existsSync(dirname(folder))).toBe(false);
  });

  it('runs as the account of the host if one is preferred, and the status says so', async () => {
    const jail = new ProgramJail({ tier: 'preferred', without: ['koffi'] });
    expect(await openRun({}, jail).shell(`cat ${base}/other/f`)).toBe('secret');
    expect(jail.status).toMatchObject({ tier: 'preferred', state: 'off' });
  });
});
