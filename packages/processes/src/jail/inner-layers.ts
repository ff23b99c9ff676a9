import { dirname } from 'node:path';
import {
  becomeUser,
  denyNewPrivileges,
  dropCapabilities,
  dropCapabilityBounds,
  endWithParent,
} from './give-up-rights.ts';
import { findMissing, type JailReport, type LayerState } from './jail-layers.ts';
import type { Kernel } from './kernel.ts';
import { EXECUTE, Landlock, type PathRights, READ_FILE } from './landlock.ts';
import type { JailPaths, LaunchOrder } from './launch-order.ts';
import { limitResources } from './limit-resources.ts';
import { NoJailHere } from './no-jail-here.ts';
import { rightsFor } from './open-paths.ts';
import { tryFiles, trySignals, tryTcp } from './try-forbidden.ts';

/** Beside the runtime: what the C library and Node read when they start. */
export const SYSTEM_FILES = ['/etc/ld.so.cache', '/etc/localtime', '/dev/null'];

/** What was made around the process already. */
export type OuterLayers = Pick<JailReport, 'mounts' | 'network' | 'processes' | 'attributes'>;

export interface InnerParts {
  readonly order: LaunchOrder;
  /** Files that are mapped into every process of Node. */
  readonly libraries: readonly string[];
  /** Whether the parent, whose end is to be this one's, has not ended. */
  readonly isParentThere: () => boolean;
}

/** What a process gives up by itself, in the order of need: rules for files are opened with the rights of the host. */
export class InnerLayers {
  readonly #kernel: Kernel;
  readonly #parts: InnerParts;
  readonly #landlock: Landlock;
  #isPrepared = false;

  constructor(kernel: Kernel, parts: InnerParts) {
    this.#kernel = kernel;
    this.#parts = parts;
    this.#landlock = new Landlock(kernel, parts.order.without.landlock);
  }

  /** Whether signals to other processes can be held. */
  get hasScopes(): boolean {
    return this.#landlock.hasScopes;
  }

  /** Opens what may be reached. To be called while it can be seen. */
  prepare(paths: JailPaths): void {
    const { order, libraries } = this.#parts;
    const files = filesOf({ ...order, paths }, libraries);
    this.#isPrepared = this.#landlock.prepare(files, order.network);
  }

  /** Gives up everything; `addFilter` comes last. Throws if a jail is required and something lacks. */
  hold(outer: OuterLayers, addFilter: () => LayerState): JailReport {
    const rights = this.#giveUpRights();
    const isEnforced = this.#isPrepared && this.#landlock.enforce();
    const held = { ...outer, ...rights, ...this.#check(isEnforced, outer) };
    // All of it is tried, also where nothing will start: people are told which layers lack, and no other.
    const report = { ...held, system_calls: addFilter() };
    this.#endIfMissing(report);
    return report;
  }

  #giveUpRights() {
    const kernel = this.#kernel;
    const { order, isParentThere } = this.#parts;
    dropCapabilityBounds(kernel);
    const user: LayerState =
      order.userId === undefined ? `off: ${order.noUser}` : becomeUser(kernel, order.userId);
    return {
      user,
      capabilities: dropCapabilities(kernel),
      limits: limitResources(kernel, order.kind),
      ends_with_host: endWithParent(kernel, isParentThere),
      no_new_privileges: denyNewPrivileges(kernel),
    };
  }

  #check(
    isEnforced: boolean,
    { processes }: OuterLayers,
  ): Pick<JailReport, 'files' | 'tcp' | 'signals'> {
    const [kernel, landlock, { order }] = [this.#kernel, this.#landlock, this.#parts];
    const missing: LayerState =
      landlock.version === 0 ? `off: ${landlock.absence}` : 'off: Landlock was refused';
    // The host has no number where it could be signalled.
    const signals = processes === 'on' ? processes : undefined;
    if (!isEnforced) return { files: missing, tcp: missing, signals: signals ?? missing };
    const tooOld: LayerState = `off: Landlock ${landlock.version} has no such rules`;
    const tcp = (): LayerState => (landlock.hasTcp ? tryTcp(kernel) : tooOld);
    const scoped = (): LayerState =>
      landlock.hasScopes ? trySignals(kernel, order.hostPid) : tooOld;
    return {
      files: tryFiles(kernel, order),
      tcp: order.network ? 'off: the network is granted' : tcp(),
      signals: signals ?? scoped(),
    };
  }

  #endIfMissing(report: JailReport): void {
    const missing = findMissing(report);
    if (this.#parts.order.isRequired && missing !== undefined)
      throw new NoJailHere(`these are missing: ${missing}`, report);
  }
}

/** What may be opened: as ordered, and what Node needs to start where it starts. */
function filesOf(order: LaunchOrder, libraries: readonly string[]): PathRights {
  const ordered = rightsFor(order.kind, order.paths);
  if (order.kind === 'program') return ordered;
  // The bundler's native part has libraries that Node has not.
  const beside = order.kind === 'reader' ? libraries.map(dirname) : [];
  const loaders = libraries.filter((path) => /\/ld[-.]/.test(path));
  return [
    ...ordered,
    ...[...libraries, ...beside, ...SYSTEM_FILES].map((path) => [path, READ_FILE] as const),
    ...[process.execPath, ...loaders].map((path) => [path, READ_FILE | EXECUTE] as const),
  ];
}
