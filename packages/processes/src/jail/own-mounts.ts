import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LayerState } from './jail-layers.ts';
import { type CallArgument, cString, type Kernel } from './kernel.ts';
import { HIDEABLE, type LaunchOrder } from './launch-order.ts';
import { isUnder } from './open-paths.ts';
import { readOnlyMountsIn } from './read-only-mounts.ts';
import type { SystemCall } from './system-calls.ts';

const CLONE_NEWNS = 0x0002_0000;
const CLONE_NEWIPC = 0x0800_0000;
const CLONE_NEWNET = 0x4000_0000;
const MS_RDONLY = 1;
const MS_NOSUID_NODEV = 2 | 4;
const MS_BIND = 4_096;
const MS_REC = 16_384;
const MS_PRIVATE = 0x4_0000;
const MNT_DETACH = 2;
const AT_FDCWD = -100;
const AT_RECURSIVE = 0x8000;
const MOUNT_ATTR_RDONLY = 1n;
/** Where a new root is put together: it is hidden by it, and nothing of it is needed in one. */
const PLACE = '/proc';
/** Links to folders of programs and libraries, which loaders follow. */
const TOP_LINKS = ['/bin', '/lib', '/lib32', '/lib64', '/sbin'];

/** Leaves the network of the machine. To be called with the rights of the host. */
export function leaveNetwork(kernel: Kernel, order: LaunchOrder): LayerState {
  if (order.network) return 'off: the network is granted';
  const fault = findNamespaceFault(order);
  if (fault !== undefined) return fault;
  const answer = kernel.call('unshare', CLONE_NEWNET);
  return answer === 0 ? 'on' : refused(answer);
}

/**
 * Gets a view of the disk of its own. A runner sees only what it reads, so that nothing else can even be
 * asked for; for others everything but their folders is read-only, attributes of files included.
 * To be called with the rights of the host.
 */
export function leaveMounts(
  kernel: Kernel,
  order: LaunchOrder,
  files: readonly string[],
): LayerState {
  const fault = findNamespaceFault(order);
  if (fault !== undefined) return fault;
  const answer = kernel.call('unshare', CLONE_NEWNS | CLONE_NEWIPC);
  if (answer !== 0) return refused(answer);
  const here = process.cwd();
  const before = statSync('.').ino;
  try {
    make(kernel, 'mount', 0, cString('/'), 0, MS_REC | MS_PRIVATE, 0);
    if (order.kind === 'runner') {
      makeRoot(kernel, files);
      return 'on';
    }
    makeReadOnly(kernel, order);
    // Where it stands was mounted over; another folder may have come there meanwhile.
    make(kernel, 'chdir', cString(here));
    if (statSync('.').ino !== before) throw new Error('its folder was moved');
    return 'on';
  } catch (error) {
    return `off: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function findNamespaceFault({ without }: LaunchOrder): LayerState | undefined {
  if (without.namespaces !== undefined) return `off: ${without.namespaces}`;
  return process.geteuid?.() === 0 ? undefined : 'off: the host is not root';
}

function refused(answer: number): LayerState {
  return `off: ${HIDEABLE.namespaces} (${answer})`;
}

function makeReadOnly(kernel: Kernel, { paths }: LaunchOrder): void {
  const { read, write, hidden, readOnly = [] } = paths;
  const own = readOnly.filter((path) => existsSync(path));
  // What an operator mounted read-only stays so in folders that are granted for writing.
  const kept = [...own, ...readOnlyMountsIn(write)];
  for (const path of [...write, ...own]) bind(kernel, path, path);
  setReadOnly(kernel, '/', true);
  for (const path of write) setReadOnly(kernel, path, false);
  for (const path of kept) setReadOnly(kernel, path, true);
  const isSeen = (path: string) => [...read, ...write].some((each) => isUnder(path, each));
  for (const path of hidden.filter(isSeen)) cover(kernel, path);
}

/** Nothing of it is left to be seen. */
function cover(kernel: Kernel, path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return;
  if (!facts.isDirectory()) bind(kernel, '/dev/null', path);
  else make(kernel, 'mount', ...tmpfsAt(path, MS_RDONLY | MS_NOSUID_NODEV));
}

function setReadOnly(kernel: Kernel, path: string, isReadOnly: boolean): void {
  const words = isReadOnly ? [MOUNT_ATTR_RDONLY, 0n, 0n, 0n] : [0n, MOUNT_ATTR_RDONLY, 0n, 0n];
  const attributes = Buffer.from(BigUint64Array.from(words).buffer);
  const args = [AT_FDCWD, cString(path), AT_RECURSIVE, attributes, attributes.length];
  make(kernel, 'mount_setattr', ...args);
}

/** A root in which there is nothing but some files and folders of the old one, read-only. */
function makeRoot(kernel: Kernel, files: readonly string[]): void {
  // The runner is another user, who must find its way through folders that are made here.
  process.umask(0o022);
  make(kernel, 'mount', ...tmpfsAt(PLACE, MS_NOSUID_NODEV));
  for (const link of TOP_LINKS) copyLink(kernel, link);
  for (const file of withoutInner(files)) {
    const at = join(PLACE, realpathSync(dirname(file)), basename(file));
    if (!makePoint(file, at)) continue;
    bind(kernel, file, at);
  }
  make(kernel, 'chdir', cString(PLACE));
  make(kernel, 'pivot_root', cString('.'), cString('.'));
  make(kernel, 'umount2', cString('.'), MNT_DETACH);
  make(kernel, 'chdir', cString('/'));
  setReadOnly(kernel, '/', true);
}

function withoutInner(files: readonly string[]): readonly string[] {
  const distinct = [...new Set(files)];
  return distinct.filter((file) =>
    distinct.every((other) => other === file || !isUnder(file, other)),
  );
}

function copyLink(kernel: Kernel, path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts?.isSymbolicLink() !== true) return;
  const [to, at] = [cString(readlinkSync(path)), cString(`${PLACE}${path}`)];
  make(kernel, 'symlinkat', to, AT_FDCWD, at);
}

/** What a mount can be put on. False if there is nothing to mount. */
function makePoint(file: string, at: string): boolean {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return false;
  mkdirSync(facts.isDirectory() ? at : dirname(at), { recursive: true });
  if (!facts.isDirectory()) writeFileSync(at, '');
  return true;
}

function tmpfsAt(path: string, flags: number): readonly CallArgument[] {
  const kind = cString('tmpfs');
  return [kind, cString(path), kind, flags, cString('mode=755,size=64k')];
}

function bind(kernel: Kernel, from: string, to: string): void {
  make(kernel, 'mount', cString(from), cString(to), 0, MS_BIND | MS_REC, 0);
}

function make(kernel: Kernel, call: SystemCall, ...args: readonly CallArgument[]): void {
  const answer = kernel.call(call, ...args);
  if (answer < 0) throw new Error(`${call} was refused (${answer})`);
}
