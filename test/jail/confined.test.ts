import { spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, rmdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { BundleRequest } from '../../packages/loader/src/bundle/bundle-request.ts';
import { runBundler } from '../../packages/loader/src/bundle/run-bundler.ts';
import { ProgramJail } from '../../packages/processes/src/index.ts';
import {
  type ConfinedAttempt,
  findConfineFault,
  OperatorMachine,
  runConfined,
} from './run-confined.ts';

const fault = await findConfineFault();
const { layers } = await new ProgramJail({ tier: 'preferred' }).probe();
const hasMounts = layers['mounts'] === 'on';
const PROCESSES = new URL('../../packages/processes/src/index.ts', import.meta.url).href;
const where = fault === undefined ? '' : `; skipped here: ${fault}`;
const machine = await OperatorMachine.open();
afterAll(() => machine[Symbol.asyncDispose]());

const at = (...names: readonly string[]) => join(machine.folder, ...names);

/** What is tried, and how the system says no. */
type Row = readonly [what: string, attempt: ConfinedAttempt, refused: string];

/** A program of util-linux, with what it would leave as it is. */
const command = (line: string): ConfinedAttempt => ['command', `/usr/bin/${line}`];

/** The filter of code of ours knows no sockets; that of programs says that they are not allowed. */
const ofAll = (noSocket: string): readonly Row[] => [
  ['reads a file of the operator', ['read', at('private', 'file')], 'EACCES'],
  ['reads it through a link in its folder', ['read', at('own', 'link')], 'EACCES'],
  ['reads it by a way up', ['read', `${at('own')}/../private/file`], 'EACCES'],
  ['lists a folder of the operator', ['list', at('private')], 'EACCES'],
  ['lists the root folder', ['list', '/'], 'EACCES'],
  ['lists its home', ['list', '/root'], 'EACCES'],
  ['connects to a server of this machine', ['tcp', String(machine.port)], noSocket],
  ['listens', ['listen', ''], noSocket],
  ['opens UDP', ['udp', ''], noSocket],
  ['connects to a Unix socket', ['unix', machine.socket], noSocket],
  ['signals the host', ['signal', String(process.pid)], 'EPERM'],
];

const OF_READERS: readonly Row[] = [
  ...ofAll('EPERM'),
  ['writes into its folder', ['write', at('own', 'new')], 'EPERM'],
  ['removes from its folder', ['remove', at('own', 'new')], 'EPERM'],
  ['changes the mode of its file', ['mode', at('own', 'file')], 'EPERM'],
  ['runs a program', ['run', '/bin/true'], 'EPERM'],
  ['reads the environment of the host', ['read', `/proc/${process.ppid}/environ`], 'EACCES'],
  ['reads /etc/passwd', ['read', '/etc/passwd'], 'EACCES'],
];

const OF_PROGRAMS: readonly Row[] = [
  ...ofAll('EACCES'),
  ['writes where it only reads', ['write', at('own', 'new')], 'EACCES'],
  ['appends where it only reads', ['append', at('own', 'file')], 'EACCES'],
  ['writes a file of the operator', ['append', at('private', 'file')], 'EACCES'],
  ['writes it through a link in its folder', ['append', at('work', 'way-out', 'file')], 'EACCES'],
  ['makes a link to a file of the operator', ['link', at('private', 'file')], 'EACCES'],
  ['removes a file of the operator', ['remove', at('private', 'file.gone')], 'EACCES'],
  ['makes a link elsewhere', ['symlink', at('private', 'symlink')], 'EACCES'],
  ['replaces a file of the operator', ['replace', at('private', 'file')], 'EACCES'],
  ['changes the mode of a file of the operator', ['mode', at('private', 'file')], 'EPERM'],
  ['changes the times of a file of the operator', ['times', at('private', 'file')], 'EPERM'],
  ['reads the environment of the host', ['read', `/proc/${process.pid}/environ`], 'EACCES'],
  ['leaves the group that ends with it', command('setsid --wait /bin/true'), 'EPERM'],
  [
    'limits what the host may use',
    command(`prlimit --pid ${process.pid} --rss=unlimited`),
    'EPERM',
  ],
  ['sets the priority of the host', command(`renice ${getPriority()} ${process.pid}`), 'EPERM'],
  ['sets where the host runs', command(`taskset -p ffffffff ${process.pid}`), 'EPERM'],
  ['sets how the host is scheduled', command(`chrt -o -p 0 ${process.pid}`), 'EPERM'],
  ['sets how the host uses disks', command(`ionice -c 2 -n 4 -p ${process.pid}`), 'EPERM'],
  ['writes a file of the host in its folder', ['append', at('work', 'state', 'file')], 'EACCES'],
  ['reads a file of the host in its folder', ['read', at('work', 'state', 'file')], 'EACCES'],
  ['replaces a file of the host in its folder', ['replace', at('work', 'state', 'file')], 'EACCES'],
];

/** Refusals of read-only mounts, where the host is root, come before those of Landlock. */
const FIRST_OF_ROOT = new Set(['EROFS', 'ENOENT', 'ENOTDIR', 'EXDEV', 'EBUSY']);

describe.skipIf(fault !== undefined).each([
  ['a bundler that was taken over (S-9)', 'reader', OF_READERS],
  ['a granted program (S-6, S-8, S-10)', 'program', OF_PROGRAMS],
] as const)(`%s${where}`, async (_who, kind, rows) => {
  const attempts = rows.map(([, attempt]) => attempt);
  const options = { machine, kind, attempts, hidden: [at('work', 'state')] };
  const bare = { without: ['namespaces'] } as const;
  const jailed =
    fault === undefined ? await runConfined({ ...options, tier: 'required', trial: bare }) : [];

  it.each(rows.map(([what, , refused], index) => ({ what, refused, index })))(
    '$what: $refused',
    ({ refused, index }) => expect(jailed[index]).toBe(refused),
  );

  it('is refused all of it where there are namespaces, too', async () => {
    const said = await runConfined({ ...options, tier: 'required' });
    for (const [index, [what, , refused]] of rows.entries()) {
      const answer = said[index] ?? '';
      expect([what, FIRST_OF_ROOT.has(answer) ? refused : answer]).toEqual([what, refused]);
    }
  });

  it('does nearly all of it without a jail, so that the list proves something', async () => {
    const said = await runConfined({ ...options, tier: 'off' });
    const failed = rows.filter((_row, index) => said[index] !== 'done').map(([what]) => what);
    expect(failed.length).toBeLessThanOrEqual(process.geteuid?.() === 0 ? 1 : 4);
  });
});

describe.skipIf(fault !== undefined)(`the process that bundles (S-9)${where}`, () => {
  const reading = [
    ['read', at('own', 'file')],
    ['read', at('private', 'file')],
    ['read', at('own', 'link')],
    ['read', '/etc/passwd'],
  ];
  const request: BundleRequest = {
    ...{ id: 'demo', root: machine.own, packages: [], foreign: [], shape: 'mortise' },
    ...{ entries: [JSON.stringify(reading)], provided: new Map(), maxBytes: 1_000_000 },
  };

  it.each([
    ['opens files of the package alone', 'required', 'EACCES'],
    ['would open any other one without a jail', 'off', 'done'],
  ] as const)('%s', async (_what, tier, others) => {
    const program = join(machine.own, 'bundler.mjs');
    copyFileSync(machine.payload, program);
    const jail = new ProgramJail({ tier });
    const said: unknown = await runBundler(request, { program, jail });
    expect(said).toEqual(['done', others, others, others]);
  });
});

describe.skipIf(fault !== undefined)(`what a granted program can do (S-6)${where}`, () => {
  it('works in its folder, reads what it was given, starts programs and uses a granted network', async () => {
    const attempts: readonly ConfinedAttempt[] = [
      ['write', at('work', 'inner', 'new')],
      ['replace', at('work', 'inner', 'file')],
      ['link', at('work', 'inner', 'file')],
      ['remove', at('work', 'inner', 'new')],
      ['list', at('work', 'inner')],
      ['read', at('own', 'file')],
      ['run', '/bin/true'],
      ['tcp', String(machine.port)],
      ['udp', ''],
      ['write', at('work', 'new')],
    ];
    const said = await runConfined({
      ...{ machine, kind: 'program', attempts, tier: 'required', network: true },
    });
    expect(said).toEqual(attempts.map(() => 'done'));
  });

  it('reaches no Unix socket with a granted network', async () => {
    const attempts: readonly ConfinedAttempt[] = [['unix', machine.socket]];
    const said = await runConfined({
      ...{ machine, kind: 'program', attempts, tier: 'required', network: true },
    });
    expect(said).toEqual(['EACCES']);
  });

  it('never runs without a jail because the folder it starts in has gone', async () => {
    const jail = new ProgramJail({ tier: 'preferred' });
    const folder = at('work', 'gone');
    mkdirSync(folder);
    const descriptor = openSync(folder, 'r');
    rmdirSync(folder);
    const ends: unknown[] = [];
    for (const cwd of [`/proc/self/fd/${descriptor}/.`, at('work')]) {
      const child = await jail.start({
        ...{ kind: 'program', program: '/bin/cat', args: [at('private', 'file')], env: {}, cwd },
        ...{ network: false, stdio: ['ignore', 'ignore', 'ignore'] },
        paths: { read: ['/bin', '/usr', '/lib', '/lib64'], write: [at('work')], hidden: [] },
      });
      ends.push('ended' in child ? await child.ended : child);
    }
    closeSync(descriptor);
    expect(ends).not.toContainEqual(expect.objectContaining({ code: 0 }));
    expect(ends[1]).toMatchObject({ kind: 'exited', code: 1 });
    expect(jail.status.state).toBe('on');
  });

  it.skipIf(!hasMounts)('leaves read-only what the operator mounted so', () => {
    const [from, to] = [at('private'), at('work', 'inner')];
    const code = `import { ProgramJail } from ${JSON.stringify(PROCESSES)};
      const order = ${JSON.stringify({
        ...{ kind: 'program', program: '/bin/sh', env: {}, network: false, cwd: machine.work },
        ...{ args: ['-c', 'echo x > new; echo x > inner/mounted; ls'] },
        ...{ stdio: ['ignore', 'inherit', 'ignore'] },
        paths: { read: ['/bin', '/usr', '/lib', '/lib64'], write: [machine.work], hidden: [] },
      })};
      await (await new ProgramJail({ tier: 'required' }).start(order)).ended;`;
    const mounting = `mount --bind ${from} ${to} && mount -o remount,bind,ro ${to} && exec "$@"`;
    const node = [process.execPath, '--input-type=module', '-e', code];
    const run = spawnSync('unshare', ['-m', '/bin/sh', '-c', mounting, 'sh', ...node]);
    expect(run.stdout.toString()).toContain('new');
    expect(existsSync(join(from, 'mounted'))).toBe(false);
  });
});
