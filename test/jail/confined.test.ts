import { spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { BundleRequest } from '../../packages/loader/src/bundle/bundle-request.ts';
import { runBundler } from '../../packages/loader/src/bundle/run-bundler.ts';
import { type JailTrial, ProgramJail } from '../../packages/processes/src/index.ts';
import { UNSHARE } from '../faults/limits/limited-world.ts';
import { hostPaths, programAttempts, readerAttempts } from './confined-attempts.ts';
import { canChangeUser, ORDINARY_USER } from './programs/run-rows-as.ts';
import {
  type ConfinedAttempt,
  findConfineFault,
  OperatorMachine,
  runConfined,
} from './run-confined.ts';
import { runConfinedAs } from './run-confined-as.ts';

const fault = await findConfineFault();
const { layers } = await new ProgramJail({ tier: 'preferred' }).probe();
const hasMounts = layers['mounts'] === 'on';
const PROCESSES = new URL('../../packages/processes/src/index.ts', import.meta.url).href;
const where = fault === undefined ? '' : `; skipped here: ${fault}`;
const machine = await OperatorMachine.open();
afterAll(() => machine[Symbol.asyncDispose]());

const at = (...names: readonly string[]) => join(machine.folder, ...names);

/** Refusals of mounts and of a namespace of processes come before those of Landlock and the filter. */
const FIRST_OF_NAMESPACES = new Set([
  ...['EROFS', 'ENOENT', 'ENOTDIR', 'EXDEV', 'EBUSY', 'ESRCH', 'EACCES'],
]);
/** It can, and ends with the namespace all the same. */
const HARMLESS_ALONE = 'leaves the group that ends with it';

const MACHINES: readonly (readonly [string, JailTrial])[] = [
  ['without namespaces', { without: ['namespaces'] }],
  ['without namespaces and answers of the launcher', { without: ['namespaces', 'notifications'] }],
  ['without processes of its own', { without: ['processes'] }],
  ['with all that there is', {}],
];

describe.skipIf(fault !== undefined).each([
  ['a bundler that was taken over (S-9)', 'reader', readerAttempts(machine)],
  ['a granted program (S-6, S-8, S-10)', 'program', programAttempts(machine)],
] as const)(`%s${where}`, async (_who, kind, rows) => {
  const attempts = rows.map(([, attempt]) => attempt);
  const options = { machine, kind, attempts, hidden: hostPaths(machine) };
  // A bundler starts nothing and changes nothing, however its launcher would do that.
  const machines = kind === 'program' ? MACHINES : MACHINES.slice(-1);
  const [[, bare = {}] = []] = MACHINES;
  const jailed =
    fault === undefined ? await runConfined({ ...options, tier: 'required', trial: bare }) : [];

  it.each(rows.map(([what, , refused], index) => ({ what, refused, index })))(
    '$what: $refused',
    ({ refused, index }) => expect(jailed[index]).toBe(refused),
  );

  it.each(machines)('is refused all of it %s', async (_where, trial) => {
    const before = machine.describe();
    const said = await runConfined({ ...options, tier: 'required', trial });
    for (const [index, [what, , refused]] of rows.entries()) {
      const answer = said[index] ?? '';
      if (what === HARMLESS_ALONE && answer === 'done') continue;
      expect([what, FIRST_OF_NAMESPACES.has(answer) ? refused : answer]).toEqual([what, refused]);
    }
    expect(machine.describe()).toEqual(before);
  });

  it.runIf(canChangeUser())('is refused all of it by a host of an ordinary user', async () => {
    for (const [, { without = [] }] of machines) {
      const { said, isUnchanged } = await runConfinedAs(ORDINARY_USER, { kind, without });
      const failed = rows.filter(
        ([what], index) => said[index] === 'done' && what !== HARMLESS_ALONE,
      );
      expect([without, failed]).toEqual([without, []]);
      expect([said.length, isUnchanged]).toEqual([rows.length, true]);
    }
  });

  it('does nearly all of it without a jail, so that the list proves something', async () => {
    const harmless = rows.filter(([, , , place]) => place !== 'jailed only');
    const unjailed = harmless.map(([, attempt]) => attempt);
    const said = await runConfined({ ...options, attempts: unjailed, tier: 'off' });
    const failed = harmless.filter((_row, index) => said[index] !== 'done').map(([what]) => what);
    expect(failed.length).toBeLessThanOrEqual(process.geteuid?.() === 0 ? 3 : 6);
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
    const [unshare = '', ...options] = UNSHARE;
    const run = spawnSync(unshare, [...options, '/bin/sh', '-c', mounting, 'sh', ...node]);
    expect(run.stdout.toString()).toContain('new');
    expect(existsSync(join(from, 'mounted'))).toBe(false);
  });
});
