import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { JailRecord, type JailTrial, type LaunchOrder } from '@mortise/processes';
import type { JailTier } from '../api/sandbox-api.ts';
import type { RuntimeFiles } from '../runtime/runtime-files.ts';
import { runnerArguments } from './runner-arguments.ts';

export interface JailOptions extends JailTrial {
  readonly tier: JailTier;
  readonly jit?: 'on' | 'off';
  /** Called when a report differs from the last one. */
  readonly onKnown?: () => void;
}

/** The account without rights of most systems; what it may do is bounded by the other layers. */
const OTHER_USER = 65_534;
/** Standard input and outputs, the wire and the heartbeats. */
const DESCRIPTORS = [0, 1, 2, 3, 4];

/** How runners are kept from the machine: whether they start through the launcher, and what it reported. */
export class Jail extends JailRecord {
  readonly #jit: 'on' | 'off';

  constructor({ jit = 'on', ...options }: JailOptions) {
    super(options);
    this.#jit = jit;
  }

  /** Whether a runner that is made for all has a compiler. */
  get jit(): 'on' | 'off' {
    return this.#jit;
  }

  /** The arguments of Node that start a runner. */
  launchArguments(files: RuntimeFiles, jit: 'on' | 'off' = 'on'): readonly string[] {
    const { addons, tier, without } = this;
    const args = runnerArguments(files, this.#jit === 'off' ? 'off' : jit);
    if (addons === undefined) return args;
    const others = [process.execPath, files.runner, files.addon, files.snapshot];
    const noUser = findUserFault(others);
    const order: LaunchOrder = {
      ...{ addons, kind: 'runner', program: process.execPath, env: {}, network: false },
      args: ['--openssl-config=/dev/null', ...args],
      descriptors: DESCRIPTORS,
      paths: { read: [files.directory, files.addon], write: [], hidden: [] },
      ...{ hostPid: process.pid, ownGroup: false },
      noUser: noUser ?? '',
      ...(noUser === undefined && { userId: OTHER_USER }),
      ...{ isRequired: tier === 'required', without },
    };
    return ['--no-warnings', files.launcher, JSON.stringify(order)];
  }

  /** A runner got ready and says this; no guest has run in it yet. */
  override noteReport(json: string, pid: number): void {
    super.noteReport(parse(json), pid);
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Why a runner cannot run as another user; undefined if it can. */
function findUserFault(paths: readonly string[]): string | undefined {
  if (process.geteuid?.() !== 0) return 'the host is not root';
  const closed = paths.find((path) => !isOpenToAll(path));
  return closed === undefined ? undefined : `other users cannot read ${closed}`;
}

function isOpenToAll(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  // What is not there lets no user in; that the runner does not start is told where it ends.
  if (stats === undefined) return false;
  if ((stats.mode & (stats.isDirectory() ? 0o001 : 0o004)) === 0) return false;
  return path === '/' || isOpenToAll(dirname(path));
}
