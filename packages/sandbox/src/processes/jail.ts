import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JailStatus, JailTier, JailTrial } from '../api/sandbox-api.ts';
import { findMissing, type JailReport, readReport, reportAll } from '../jail/jail-layers.ts';
import type { LaunchOrder } from '../jail/launch-order.ts';
import type { RuntimeFiles } from '../runtime/runtime-files.ts';
import { locateAddons } from './locate-addons.ts';
import { runnerArguments } from './runner-arguments.ts';

export interface JailOptions extends JailTrial {
  readonly tier: JailTier;
  readonly jit?: 'on' | 'off';
  /** Called when a report differs from the last one. */
  readonly onKnown?: () => void;
}

/** The account without rights of most systems; what it may do is bounded by the other layers. */
const OTHER_USER = 65_534;

/** How runners are kept from the machine: whether they start through the launcher, and what it reported. */
export class Jail {
  readonly tier: JailTier;
  readonly #jit: 'on' | 'off';
  readonly #onKnown: (() => void) | undefined;
  readonly #without: LaunchOrder['without'];
  readonly #addons: LaunchOrder['addons'] | undefined;
  /** Why there is none. */
  #fault: string | undefined;
  #report: JailReport | undefined;
  #isFirst = true;

  constructor({ tier, jit = 'on', without = [], addonFolder, onKnown }: JailOptions) {
    this.tier = tier;
    this.#jit = jit;
    this.#onKnown = onKnown;
    this.#without = without;
    const found =
      tier === 'off' ? 'it is switched off (sandbox.jail: off)' : locateAddons(addonFolder);
    if (typeof found === 'string') this.#fault = found;
    else this.#addons = found;
  }

  /** What holds runners, by the last one that started; undefined before the first has. */
  get report(): JailReport | undefined {
    return this.#fault === undefined ? this.#report : reportAll(`off: ${this.#fault}`);
  }

  get status(): JailStatus {
    const { tier, report } = this;
    if (report === undefined) return { tier, state: 'unknown', layers: {} };
    return { tier, state: findMissing(report) === undefined ? 'on' : 'off', layers: report };
  }

  /** Why nothing may run: a jail is required and there is none. */
  get refusal(): string | undefined {
    return this.tier === 'required' ? this.#fault : undefined;
  }

  /** The arguments of Node that start a runner. */
  launchArguments(files: RuntimeFiles): readonly string[] {
    if (this.#fault !== undefined || this.#addons === undefined)
      return runnerArguments(files, this.#jit);
    const others = [process.execPath, files.runner, files.addon, files.snapshot];
    const noUser = findUserFault(others);
    const order: LaunchOrder = {
      addons: this.#addons,
      program: process.execPath,
      args: ['--openssl-config=/dev/null', ...runnerArguments(files, this.#jit)],
      readable: [files.directory, files.addon],
      hostPid: process.pid,
      noUser: noUser ?? '',
      ...(noUser === undefined && { userId: OTHER_USER }),
      isRequired: this.tier === 'required',
      without: this.#without,
    };
    return ['--no-warnings', files.launcher, JSON.stringify(order)];
  }

  /** A runner got ready and says this; no guest has run in it yet. */
  noteReport(json: string, pid: number): void {
    const before = JSON.stringify(this.report);
    const report = readReport(json);
    this.#report = report === undefined ? this.#report : confirm(report, pid);
    const missing = this.#report && findMissing(this.#report);
    if (this.tier === 'required' && missing !== undefined) this.#fault ??= missing;
    if (this.#isFirst || JSON.stringify(this.report) !== before) this.#onKnown?.();
    this.#isFirst = false;
  }

  /**
   * The launcher could make none. Without one being required, runners start as they are from now on;
   * not if others made one: what is short for a moment, memory say, must not open the way out for good.
   */
  noteFault(reason: string): void {
    const wasMade = this.#report !== undefined && findMissing(this.#report) === undefined;
    if (this.#fault !== undefined || wasMade) return;
    this.#fault = reason;
    this.#onKnown?.();
  }
}

/** Why a runner cannot run as another user; undefined if it can. */
function findUserFault(paths: readonly string[]): string | undefined {
  if (process.geteuid?.() !== 0) return 'the host is not root';
  const closed = paths.find((path) => !isOpenToAll(path));
  return closed === undefined ? undefined : `other users cannot read ${closed}`;
}

function isOpenToAll(path: string): boolean {
  const stats = statSync(path);
  if ((stats.mode & (stats.isDirectory() ? 0o001 : 0o004)) === 0) return false;
  return path === '/' || isOpenToAll(dirname(path));
}

/** Two layers can be seen from outside; what the kernel says of them counts. */
function confirm(report: JailReport, pid: number): JailReport {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return report;
  }
  const unseen = 'off: the kernel does not show it';
  return {
    ...report,
    ...(!/^NoNewPrivs:\s*1$/m.test(status) && { no_new_privileges: unseen }),
    ...(!/^Seccomp:\s*2$/m.test(status) && { system_calls: unseen }),
  };
}
