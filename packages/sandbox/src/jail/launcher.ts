import { randomBytes } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import {
  becomeUser,
  denyNewPrivileges,
  dropCapabilities,
  dropCapabilityBounds,
  endWithHost,
  limitResources,
} from './give-up-rights.ts';
import { findMissing, type JailReport, type LayerState } from './jail-layers.ts';
import { cString, Kernel } from './kernel.ts';
import { Landlock } from './landlock.ts';
import { type LaunchOrder, NO_JAIL_EXIT } from './launch-order.ts';
import { writeRunnerFilter } from './runner-filter.ts';
import { callNumber, isJailArch } from './system-calls.ts';
import { tryFiles, trySignals, trySystemCalls, tryTcp } from './try-forbidden.ts';

/**
 * Gives up rights, tries what it must not be able to do any more, and becomes the runner.
 * Landlock and seccomp hold for the thread that asks and for what it becomes: in a runner it would be
 * too late, because V8 has threads before the first line of JavaScript runs.
 */

const INHERITED = [0, 1, 2, 3, 4];
const F_SETFD = 2;
const SET_MODE_FILTER = 1;
const PASS_BYTES = 8;
/** Beside the runtime: what the C library and Node read when they start. */
const SYSTEM_FILES = ['/etc/ld.so.cache', '/etc/localtime', '/dev/null'];

function main(order: LaunchOrder): void {
  const { arch, pid, execPath } = process;
  if (!isJailArch(arch)) throw new Error(`there is none for ${arch}`);
  const mapped = mappedFiles();
  const isMusl = mapped.some((path) => path.includes('/ld-musl-'));
  const kernel = new Kernel(order.addons[isMusl ? 'musl' : 'glibc'], arch);
  const execPass = [0, 1, 2].map(() => randomBytes(PASS_BYTES).readBigInt64LE());
  const filter = writeRunnerFilter({ arch, pid, execPass });
  const landlock = new Landlock(kernel, order.without.includes('landlock'));
  const libraries = mapped.filter((path) => !path.endsWith('.node'));
  const isPrepared = landlock.prepare({
    readable: [...order.readable, ...libraries, ...SYSTEM_FILES],
    executable: [execPath, ...libraries.filter((path) => /\/ld[-.]/.test(path))],
  });
  dropCapabilityBounds(kernel);
  const user: LayerState =
    order.userId === undefined ? `off: ${order.noUser}` : becomeUser(kernel, order.userId);
  const outer = {
    user,
    capabilities: dropCapabilities(kernel),
    limits: limitResources(kernel),
    ends_with_host: endWithHost(kernel, order.hostPid),
    no_new_privileges: denyNewPrivileges(kernel),
  };
  const isEnforced = isPrepared && landlock.enforce();
  const inner = checkLandlock(kernel, { landlock, isEnforced, hostPid: order.hostPid });
  // Before there is a filter: it does not leave Node all that it needs for an orderly end.
  endIfMissing(order, { ...outer, ...inner, system_calls: 'on' });
  const report = { ...outer, ...inner, system_calls: addFilter(kernel, { filter, order }) };
  endIfMissing(order, report);
  become(kernel, { order, execPass, report });
}

function endIfMissing(order: LaunchOrder, report: JailReport): void {
  const missing = findMissing(report);
  if (order.isRequired && missing !== undefined) throw new Error(`these are missing: ${missing}`);
}

interface LandlockParts {
  readonly landlock: Landlock;
  readonly isEnforced: boolean;
  readonly hostPid: number;
}

function checkLandlock(
  kernel: Kernel,
  { landlock, isEnforced, hostPid }: LandlockParts,
): Pick<JailReport, 'files' | 'tcp' | 'signals'> {
  const missing: LayerState =
    landlock.version === 0 ? 'off: the kernel has no Landlock' : 'off: Landlock was refused';
  if (!isEnforced) return { files: missing, tcp: missing, signals: missing };
  const tooOld: LayerState = `off: Landlock ${landlock.version} has no such rules`;
  return {
    files: tryFiles(kernel),
    tcp: landlock.hasTcp ? tryTcp(kernel) : tooOld,
    signals: landlock.hasScopes ? trySignals(kernel, hostPid) : tooOld,
  };
}

function addFilter(
  kernel: Kernel,
  { filter, order }: { readonly filter: Uint8Array; readonly order: LaunchOrder },
): LayerState {
  if (order.without.includes('seccomp')) return 'off: the kernel has no seccomp';
  // struct sock_fprog: how many instructions, and where they are.
  const program = Buffer.alloc(16);
  program.writeUInt16LE(filter.length / 8, 0);
  program.writeBigUInt64LE(BigInt.asUintN(64, kernel.addressOf(filter)), 8);
  const answer = kernel.call('seccomp', SET_MODE_FILTER, 0, program);
  if (answer !== 0) return `off: seccomp was refused (${answer})`;
  return trySystemCalls(kernel, order.hostPid);
}

interface RunnerToBe {
  readonly order: LaunchOrder;
  readonly execPass: readonly bigint[];
  readonly report: JailReport;
}

function become(kernel: Kernel, { order, execPass, report }: RunnerToBe): void {
  // Node closes what it inherited when it becomes something else.
  for (const descriptor of INHERITED) kernel.call('fcntl', descriptor, F_SETFD, 0);
  const strings = [order.program, ...order.args, JSON.stringify(report)].map(cString);
  const pointers = [...strings.map((text) => BigInt.asUintN(64, kernel.addressOf(text))), 0n];
  const args = Buffer.from(BigUint64Array.from(pointers).buffer);
  const program = cString(order.program);
  const environment = Buffer.alloc(8);
  const number = callNumber('execve', kernel.arch) ?? 0;
  const answer = kernel.callNumber(number, [program, args, environment, ...execPass]);
  throw new Error(`the runner could not be started (${answer})`);
}

function mappedFiles(): readonly string[] {
  const maps = readFileSync('/proc/self/maps', 'utf8');
  const paths = maps.split('\n').map((line) => line.slice(line.indexOf('/')));
  return [...new Set(paths.filter((path) => path.startsWith('/') && !path.endsWith(' (deleted)')))];
}

try {
  main(JSON.parse(process.argv[2] ?? '{}'));
} catch (error) {
  // Not through a stream: there may be a filter already that has no calls for making one.
  writeSync(2, `no jail: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(NO_JAIL_EXIT);
}
