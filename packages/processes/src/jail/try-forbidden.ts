import type { LayerState } from './jail-layers.ts';
import { type CallArgument, cString, type Kernel } from './kernel.ts';
import type { LaunchOrder } from './launch-order.ts';
import type { SystemCall } from './system-calls.ts';

/** One thing that a layer must forbid, as harmless as can be if it does not. */
interface Attempt {
  readonly what: string;
  readonly call: SystemCall;
  readonly args: readonly CallArgument[];
  /** The error number that says that it was forbidden. */
  readonly errno: number;
}

const EPERM = 1;
/** In a root of its own there is nothing to be opened. */
const ENOENT = 2;
const EACCES = 13;
const AT_FDCWD = -100;
const UTIME_OMIT = 0x3fff_fffen;
const O_DIRECTORY = { x64: 0o200000, arm64: 0o40000 } as const;
const AF_INET = 2;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
/** `CLONE_NEWUSER | CLONE_FS`: what the kernel refuses as nonsense, if a filter lets it get there. */
const NONSENSE_CLONE = 0x1000_0200;
/** The discard port of this machine, in network order. */
const ADDRESS = Buffer.from([AF_INET, 0, 0, 9, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);

export function tryFiles(kernel: Kernel, { kind, paths }: LaunchOrder): LayerState {
  const flags = O_DIRECTORY[kernel.arch];
  const root = open('reading the root folder', '/', flags);
  const others = [
    open('reading /proc', '/proc/self/environ', 0),
    open('reading /etc', '/etc/passwd', 0),
  ];
  // Of a granted program these are among what programs need.
  const tried = kind === 'program' ? [] : others;
  return tryAll(kernel, [...(paths.read.includes('/') ? [] : [root]), ...tried]);
}

export function tryTcp(kernel: Kernel): LayerState {
  const socket = kernel.call('socket', AF_INET, SOCK_STREAM, 0);
  // A machine without such sockets has nothing that could be reached.
  if (socket < 0) return 'on';
  const args = [socket, ADDRESS, ADDRESS.length];
  const state = tryAll(kernel, [{ what: 'connecting', call: 'connect', args, errno: EACCES }]);
  kernel.call('close', socket);
  return state;
}

/** Abstract sockets are not tried: without a listener of that name nothing would be seen. */
export function trySignals(kernel: Kernel, hostPid: number): LayerState {
  return tryAll(kernel, [
    { what: 'signalling the host', call: 'kill', args: [hostPid, 0], errno: EPERM },
  ]);
}

/** In a namespace of its own it is the first process, and the host has no number there. */
export function tryProcesses(kernel: Kernel): LayerState {
  const number = kernel.call('getpid');
  return number === 1 ? 'on' : `off: it has the number ${number}`;
}

/** Whether dates can be changed in its own folder and nowhere else. Nothing is changed. */
export function tryAttributes(kernel: Kernel, own: string): LayerState {
  const unchanged = Buffer.from(BigInt64Array.of(0n, UTIME_OMIT, 0n, UTIME_OMIT).buffer);
  const change = (path: string): number =>
    kernel.call('utimensat', AT_FDCWD, cString(path), unchanged, 0);
  const [inside, outside] = [change(own), change('/')];
  if (inside !== 0) return `off: changing a date was refused (${inside})`;
  return outside === -EPERM ? 'on' : `off: changing a date was not forbidden (${outside})`;
}

export function trySystemCalls(
  kernel: Kernel,
  { kind, network, hostPid }: LaunchOrder,
): LayerState {
  if (kind === 'program') return tryOfProgram(kernel, network);
  return tryAll(kernel, [
    { what: 'a socket', call: 'socket', args: [AF_INET, SOCK_DGRAM, 0], errno: EPERM },
    { what: 'a new process', call: 'clone', args: [NONSENSE_CLONE, 0, 0, 0, 0], errno: EPERM },
    { what: 'another program', call: 'execve', args: [cString('/'), 0, 0], errno: EPERM },
    { what: 'signalling the host', call: 'kill', args: [hostPid, 0], errno: EPERM },
    { what: 'another filter', call: 'seccomp', args: [2, 0, 0], errno: EPERM },
  ]);
}

function tryOfProgram(kernel: Kernel, network: boolean): LayerState {
  const datagrams = { args: [AF_INET, SOCK_DGRAM, 0], errno: EACCES };
  return tryAll(kernel, [
    ...(network ? [] : [{ what: 'a socket', call: 'socket' as const, ...datagrams }]),
    // Without flags it does nothing, if a filter lets it get there.
    { what: 'another namespace', call: 'unshare', args: [0], errno: EPERM },
    { what: 'a key ring', call: 'keyctl', args: [0, -3, 0], errno: EPERM },
  ]);
}

function open(what: string, path: string, flags: number): Attempt {
  return { what, call: 'openat', args: [AT_FDCWD, cString(path), flags], errno: EACCES };
}

function tryAll(kernel: Kernel, attempts: readonly Attempt[]): LayerState {
  for (const { what, call, args, errno } of attempts) {
    const answer = kernel.call(call, ...args);
    const isGone = call === 'openat' && answer === -ENOENT;
    if (answer !== -errno && !isGone) return `off: ${what} was not forbidden (${answer})`;
  }
  return 'on';
}
