import { cString, type Kernel } from './kernel.ts';
import { HIDEABLE } from './launch-order.ts';

/** What may be done where: rights on files, by path. All else can be opened in no way. */
export type PathRights = readonly (readonly [path: string, rights: number])[];

export const EXECUTE = 1;
export const READ_FILE = 4;
export const READ_DIR = 8;
/** All that the kernel knows. */
export const ALL_RIGHTS = 0xffff;
/** Those that a rule for a file may have; more would be refused. */
const OF_FILES = 0xc007;
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

  /** Why there is none, if there is none. */
  readonly absence: string;

  constructor(kernel: Kernel, hiddenBy: string | undefined) {
    this.#kernel = kernel;
    this.absence = hiddenBy ?? HIDEABLE.landlock;
    const version =
      hiddenBy !== undefined ? 0 : kernel.call('landlock_create_ruleset', 0, 0, VERSION_FLAG);
    this.version = Math.max(0, version);
  }

  get hasTcp(): boolean {
    return this.version >= TCP_VERSION;
  }

  get hasScopes(): boolean {
    return this.version >= SCOPE_VERSION;
  }

  /** Opens the paths with the rights that the process has now. False if it cannot be done. */
  prepare(paths: PathRights, hasNetwork: boolean): boolean {
    if (this.version === 0) return false;
    const rights = this.#knownRights;
    const words = [
      rights,
      ...(this.hasTcp ? [hasNetwork ? 0 : TCP_RIGHTS] : []),
      ...(this.hasScopes ? [SCOPES] : []),
    ];
    const attributes = Buffer.from(BigUint64Array.from(words, BigInt).buffer);
    this.#ruleset = this.#kernel.call('landlock_create_ruleset', attributes, attributes.length, 0);
    if (this.#ruleset < 0) return false;
    for (const [path, wanted] of paths) this.#allow(path, wanted & rights);
    return true;
  }

  /** From now on, for this thread and what it becomes. */
  enforce(): boolean {
    return (
      this.#ruleset >= 0 && this.#kernel.call('landlock_restrict_self', this.#ruleset, 0) === 0
    );
  }

  get #knownRights(): number {
    return FILE_RIGHTS[Math.min(this.version, FILE_RIGHTS.length - 1)] ?? 0;
  }

  /** A path that is not there needs no rule. */
  #allow(path: string, rights: number): void {
    const descriptor = this.#kernel.call('openat', AT_FDCWD, cString(path), OPEN_PATH);
    if (descriptor < 0) return;
    // Of a file, what folders have is refused; which of the two it is, the kernel knows.
    if (!this.#add(descriptor, rights)) this.#add(descriptor, rights & OF_FILES);
    this.#kernel.call('close', descriptor);
  }

  #add(descriptor: number, rights: number): boolean {
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(BigInt(rights), 0);
    rule.writeInt32LE(descriptor, 8);
    return this.#kernel.call('landlock_add_rule', this.#ruleset, PATH_BENEATH, rule, 0) === 0;
  }
}
