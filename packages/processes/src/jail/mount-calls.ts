import { type CallArgument, cString, type Kernel } from './kernel.ts';
import type { SystemCall } from './system-calls.ts';

export const MS_RDONLY = 1;
export const MS_NOSUID_NODEV = 2 | 4;
export const MS_NOEXEC = 8;
const MS_BIND = 4_096;
const MS_REC = 16_384;
const MS_PRIVATE = 0x4_0000;
const MNT_DETACH = 2;
const AT_FDCWD = -100;
const AT_RECURSIVE = 0x8000;
const MOUNT_ATTR_RDONLY = 1n;
const OPEN_TREE_CLONE = 1;
const O_CLOEXEC = 0o2000000;
const MOVE_MOUNT_F_EMPTY_PATH = 4;

/** Mounting in a namespace of its own. What is refused is thrown. */
export class MountCalls {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Nothing that is mounted from now on is seen elsewhere, nor the other way round. */
  detach(): void {
    this.make('mount', 0, cString('/'), 0, MS_REC | MS_PRIVATE, 0);
  }

  bind(from: string, to: string): void {
    this.make('mount', cString(from), cString(to), 0, MS_BIND | MS_REC, 0);
  }

  mountTmpfs(path: string, flags: number): void {
    const kind = cString('tmpfs');
    this.make('mount', kind, cString(path), kind, flags, cString('mode=755,size=64k'));
  }

  mountProc(path: string): void {
    const kind = cString('proc');
    this.make('mount', kind, cString(path), kind, MS_RDONLY | MS_NOSUID_NODEV | MS_NOEXEC, 0);
  }

  /** With all that is mounted below. */
  setReadOnly(path: string): void {
    const attributes = Buffer.from(BigUint64Array.of(MOUNT_ATTR_RDONLY, 0n, 0n, 0n).buffer);
    const args = [AT_FDCWD, cString(path), AT_RECURSIVE, attributes, attributes.length];
    this.make('mount_setattr', ...args);
  }

  /** A second view of a tree, with all that is mounted in it as it is now; to be put somewhere by `place`. */
  copy(path: string): number {
    const flags = OPEN_TREE_CLONE | AT_RECURSIVE | O_CLOEXEC;
    return this.make('open_tree', AT_FDCWD, cString(path), flags);
  }

  place(copy: number, path: string): void {
    const nothing = cString('');
    this.make('move_mount', copy, nothing, AT_FDCWD, cString(path), MOVE_MOUNT_F_EMPTY_PATH);
    this.#kernel.call('close', copy);
  }

  unmount(path: string): void {
    this.make('umount2', cString(path), MNT_DETACH);
  }

  /** What lies in the current folder becomes the root, and the old one is gone. */
  becomeRoot(): void {
    this.make('pivot_root', cString('.'), cString('.'));
    this.unmount('.');
    this.enter('/');
  }

  enter(folder: string): void {
    this.make('chdir', cString(folder));
  }

  linkTo(target: string, path: string): void {
    this.make('symlinkat', cString(target), AT_FDCWD, cString(path));
  }

  make(call: SystemCall, ...args: readonly CallArgument[]): number {
    const answer = this.#kernel.call(call, ...args);
    if (answer < 0) throw new Error(`${call} was refused (${answer})`);
    return answer;
  }
}
