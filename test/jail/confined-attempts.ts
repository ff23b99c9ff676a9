import { getPriority } from 'node:os';
import { join } from 'node:path';
import type { ConfinedAttempt, OperatorMachine } from './run-confined.ts';

/**
 * What is tried, and how the system says no. Nothing of it may do harm if it succeeds: the whole list is tried
 * without a jail as well, but for what is marked.
 */
export type AttemptRow = readonly [
  what: string,
  attempt: ConfinedAttempt,
  refused: string,
  where?: 'jailed only',
];

/** A program of util-linux, with what it would leave as it is. */
const command = (line: string): ConfinedAttempt => ['command', `/usr/bin/${line}`];

/** The filter of code of ours knows no sockets; that of programs says that they are not allowed. */
const ofAll = (machine: OperatorMachine, noSocket: string): readonly AttemptRow[] => {
  const at = (...names: readonly string[]) => join(machine.folder, ...names);
  return [
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
};

/** Of the process that bundles. */
export function readerAttempts(machine: OperatorMachine): readonly AttemptRow[] {
  const at = (...names: readonly string[]) => join(machine.folder, ...names);
  return [
    ...ofAll(machine, 'EPERM'),
    ['writes into its folder', ['write', at('own', 'new')], 'EPERM'],
    ['removes from its folder', ['remove', at('own', 'new')], 'EPERM'],
    ['changes the mode of its file', ['mode', at('own', 'file')], 'EPERM'],
    ['runs a program', ['run', '/bin/true'], 'EPERM'],
    ['reads the environment of the host', ['read', `/proc/${process.ppid}/environ`], 'EACCES'],
    ['reads /etc/passwd', ['read', '/etc/passwd'], 'EACCES'],
  ];
}

/** Of a granted program. */
export function programAttempts(machine: OperatorMachine): readonly AttemptRow[] {
  const at = (...names: readonly string[]) => join(machine.folder, ...names);
  return [
    ...ofAll(machine, 'EACCES'),
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
    [
      'replaces a file of the host in its folder',
      ['replace', at('work', 'state', 'file')],
      'EACCES',
    ],
    ['removes a file of the host', ['remove', at('work', 'settings', 'file')], 'EACCES'],
    ['moves the folder around a file of the host', ['move', at('work', 'settings')], 'EACCES'],
    ...attributeAttempts(machine),
    ...supervisorAttempts(machine),
  ];
}

/** Modes, owners, dates and attributes: what Landlock does not look at. */
function attributeAttempts(machine: OperatorMachine): readonly AttemptRow[] {
  const at = (...names: readonly string[]) => join(machine.folder, ...names);
  return [
    ['changes a mode through a link', ['mode', at('work', 'way-out', 'file')], 'EPERM'],
    ['changes a mode by a way up', ['mode', `${at('work')}/../private/file`], 'EPERM'],
    ['changes a mode where it only reads', ['mode', at('own', 'file')], 'EPERM'],
    ['changes the mode of the folder above its own', ['mode', machine.folder], 'EPERM'],
    ['changes the owner of a file of the operator', ['owner', at('private', 'file')], 'EPERM'],
    ['changes the owner of a link', ['linkOwner', at('own', 'link')], 'EPERM'],
    ['changes the dates of a link', ['linkTimes', at('own', 'link')], 'EPERM'],
    ['changes a mode by what it has open', ['openedMode', at('own', 'file')], 'EPERM'],
    ['changes dates by what it has open', ['openedTimes', at('own', 'file')], 'EPERM'],
    ['changes a mode by the path of what it has open', ['namedMode', at('own', 'file')], 'EPERM'],
    ['changes the mode of a file of the host', ['mode', at('work', 'state', 'file')], 'EPERM'],
    ['changes the mode of a folder of the host', ['mode', at('work', 'state')], 'EPERM'],
    ['changes the dates of a file of the host', ['times', at('work', 'settings', 'file')], 'EPERM'],
    ['changes its own program', ['mode', process.execPath], 'EPERM', 'jailed only'],
    ['makes a file run as its account', ['setUser', at('work', 'inner', 'file')], 'EPERM'],
    ['makes a new one run as it', ['newSetUser', at('work', 'inner', 'new-program')], 'EPERM'],
  ];
}

/** What waits for the program, and the namespaces that it is in. */
function supervisorAttempts(machine: OperatorMachine): readonly AttemptRow[] {
  const { pid } = process;
  const { own, work } = machine;
  const [inner, state] = [join(work, 'inner'), join(work, 'state')];
  return [
    ['looks at what its parent has open', ['follow', '/proc/parent/fd/1'], 'EACCES'],
    ['reads the memory of its parent', ['read', '/proc/parent/mem'], 'EACCES'],
    ['reads the environment of its parent', ['read', '/proc/parent/environ'], 'EACCES'],
    ['gets out by the root of its parent', ['list', '/proc/parent/root/'], 'EACCES'],
    [
      'is another user in a namespace',
      command('unshare --user --map-root-user /bin/true'),
      'EPERM',
    ],
    [
      'enters a namespace of the host',
      command(`nsenter --target ${pid} --mount /bin/true`),
      'EPERM',
    ],
    // Were it mounted, removing the folder of the test would empty what it shows.
    [
      'mounts a folder over another',
      command(`mount --bind ${own} ${inner}`),
      'EPERM',
      'jailed only',
    ],
    ['takes a mount away', command(`umount ${state}`), 'EPERM', 'jailed only'],
    ['makes a mount writable', command('mount -o remount,bind,rw /'), 'EPERM', 'jailed only'],
  ];
}

/** Paths in the folder that a program may write that are the host's. */
export function hostPaths(machine: OperatorMachine): readonly string[] {
  return [join(machine.work, 'state'), join(machine.work, 'settings', 'file')];
}
