import { cString, type Kernel } from './kernel.ts';

/** What may be read, and what may be run as well. All else can be opened in no way. */
export interface OpenPaths {
  readonly readable: readonly string[];
  readonly executable: readonly string[];
}

const EXECUTE = 1;
const READ_FILE = 4;
/** All rights on files that a version of Landlock knows, by version. */
const FILE_RIGHTS = [0, 0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff] as const;
const TCP_VERSION = 4;
const TCP_RIGHTS = 3;
const SCOPE_VERSION = 6;
/** Signals and abstract sockets of other processes. */
const SCOPES = 3;
const VERSION_FLAG = 1;
const PATH_BENEATH = 1;
const AT_FDCWD = -100;
const OPEN_PATH = 0o10000000 | 0o2000000;

/** A rule set that was made and does not hold yet. */
export class Landlock {
  /** 0 if the kernel has none. */
  readonly version: number;
  readonly #kernel: Kernel;
  #ruleset = -1;

  constructor(kernel: Kernel, isHidden: boolean) {
    this.#kernel = kernel;
    const version = isHidden ? 0 : kernel.call('landlock_create_ruleset', 0, 0, VERSION_FLAG);
    this.version = Math.max(0, version);
  }

  get hasTcp(): boolean {
    return this.version >= TCP_VERSION;
  }

  get hasScopes(): boolean {
    return this.version >= SCOPE_VERSION;
  }

  /** Opens the paths with the rights that the process has now. False if it cannot be done. */
  prepare(paths: OpenPaths): boolean {
    if (this.version === 0) return false;
    const rights = FILE_RIGHTS[Math.min(this.version, FILE_RIGHTS.length - 1)] ?? 0;
    const words = [
      rights,
      ...(this.hasTcp ? [TCP_RIGHTS] : []),
      ...(this.hasScopes ? [SCOPES] : []),
    ];
    const attributes = Buffer.from(BigUint64Array.from(words, BigInt).buffer);
    this.#ruleset = this.#kernel.call('landlock_create_ruleset', attributes, attributes.length, 0);
    if (this.#ruleset < 0) return false;
    for (const path of paths.readable) this.#allow(path, READ_FILE);
    for (const path of paths.executable) this.#allow(path, READ_FILE | EXECUTE);
    return true;
  }

  /** From now on, for this thread and what it becomes. */
  enforce(): boolean {
    return (
      this.#ruleset >= 0 && this.#kernel.call('landlock_restrict_self', this.#ruleset, 0) === 0
    );
  }

  /** A path that is not there needs no rule. */
  #allow(path: string, rights: number): void {
    const descriptor = this.#kernel.call('openat', AT_FDCWD, cString(path), OPEN_PATH);
    if (descriptor < 0) return;
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(BigInt(rights), 0);
    rule.writeInt32LE(descriptor, 8);
    this.#kernel.call('landlock_add_rule', this.#ruleset, PATH_BENEATH, rule, 0);
    this.#kernel.call('close', descriptor);
  }
}
