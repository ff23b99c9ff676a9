import { randomBytes } from 'node:crypto';
import { readFileSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
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
import { EXECUTE, Landlock, type PathRights, READ_FILE } from './landlock.ts';
import { type JailPaths, type LaunchOrder, type LaunchWord, NO_JAIL_EXIT } from './launch-order.ts';
import { rightsFor, withoutCovered } from './open-paths.ts';
import { leaveMounts, leaveNetwork } from './own-mounts.ts';
import { writeProgramFilter } from './program-filter.ts';
import { writeRunnerFilter } from './runner-filter.ts';
import { callNumber, isJailArch } from './system-calls.ts';
import { tryFiles, trySignals, trySystemCalls, tryTcp } from './try-forbidden.ts';

/**
 * Gives up rights, tries what it must not be able to do any more, and becomes what it is told.
 * Landlock and seccomp hold for the thread that asks and for what it becomes: in a runner it would be
 * too late, because V8 has threads before the first line of JavaScript runs.
 */

const F_SETFD = 2;
const FD_CLOEXEC = 1;
const SET_MODE_FILTER = 1;
const PASS_BYTES = 8;
/** Beside the runtime: what the C library and Node read when they start. */
const SYSTEM_FILES = ['/etc/ld.so.cache', '/etc/localtime', '/dev/null'];
/** How programs name what loads their libraries. */
const LOADERS = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'];

/** What any other launcher on this machine would find as well. */
class NoJailHere extends Error {}

function main(order: LaunchOrder): void {
  const { pid } = process;
  const mapped = mappedFiles();
  const kernel = openKernel(order, mapped);
  const { arch } = kernel;
  const libraries = mapped.filter((path) => !path.endsWith('.node'));
  const landlock = new Landlock(kernel, order.without.landlock);
  const isRunner = order.kind === 'runner';
  const prepare = (paths: JailPaths): boolean =>
    landlock.prepare(filesOf({ ...order, paths }, libraries), order.network);
  // Before its files are out of sight.
  const isRunnerPrepared = isRunner && prepare(order.paths);
  const seen = [...order.paths.read, ...libraries.map(dirname), process.execPath, ...LOADERS];
  const mounts = leaveMounts(kernel, order, [...seen, ...SYSTEM_FILES]);
  const left = mounts === 'on' ? withoutCovered(order.paths) : order.paths;
  const isPrepared = isRunner ? isRunnerPrepared : prepare(left);
  const network = leaveNetwork(kernel, order);
  const execPass = [0, 1, 2].map(() => randomBytes(PASS_BYTES).readBigInt64LE());
  const filter =
    order.kind === 'program'
      ? writeProgramFilter({ arch, network: order.network, isReadOnly: mounts === 'on' })
      : writeRunnerFilter({ arch, pid, execPass, listsFolders: order.kind === 'reader' });
  const outer = { mounts, network, ...giveUpRights(kernel, order) };
  const isEnforced = isPrepared && landlock.enforce();
  const inner = checkLandlock(kernel, { landlock, isEnforced, order });
  // Before there is a filter: it does not leave Node all that it needs for an orderly end.
  endIfMissing(order, { ...outer, ...inner, system_calls: 'on' });
  const report = { ...outer, ...inner, system_calls: addFilter(kernel, { filter, order }) };
  endIfMissing(order, report);
  become(kernel, { order, execPass, report });
}

function openKernel({ addons }: LaunchOrder, mapped: readonly string[]): Kernel {
  const { arch } = process;
  if (!isJailArch(arch)) throw new NoJailHere(`there is none for ${arch}`);
  const isMusl = mapped.some((path) => path.includes('/ld-musl-'));
  try {
    return new Kernel(addons[isMusl ? 'musl' : 'glibc'], arch);
  } catch (error) {
    throw new NoJailHere(error instanceof Error ? error.message : String(error));
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

function giveUpRights(kernel: Kernel, order: LaunchOrder) {
  dropCapabilityBounds(kernel);
  const user: LayerState =
    order.userId === undefined ? `off: ${order.noUser}` : becomeUser(kernel, order.userId);
  return {
    user,
    capabilities: dropCapabilities(kernel),
    limits: limitResources(kernel, order.kind),
    ends_with_host: endWithHost(kernel, order.hostPid),
    no_new_privileges: denyNewPrivileges(kernel),
  };
}

function endIfMissing(order: LaunchOrder, report: JailReport): void {
  const missing = findMissing(report);
  if (order.isRequired && missing !== undefined)
    throw new NoJailHere(`these are missing: ${missing}`);
}

interface LandlockParts {
  readonly landlock: Landlock;
  readonly isEnforced: boolean;
  readonly order: LaunchOrder;
}

function checkLandlock(
  kernel: Kernel,
  { landlock, isEnforced, order }: LandlockParts,
): Pick<JailReport, 'files' | 'tcp' | 'signals'> {
  const missing: LayerState =
    landlock.version === 0 ? `off: ${landlock.absence}` : 'off: Landlock was refused';
  if (!isEnforced) return { files: missing, tcp: missing, signals: missing };
  const tooOld: LayerState = `off: Landlock ${landlock.version} has no such rules`;
  const tcp = (): LayerState => (landlock.hasTcp ? tryTcp(kernel) : tooOld);
  return {
    files: tryFiles(kernel, order),
    tcp: order.network ? 'off: the network is granted' : tcp(),
    signals: landlock.hasScopes ? trySignals(kernel, order.hostPid) : tooOld,
  };
}

function addFilter(
  kernel: Kernel,
  { filter, order }: { readonly filter: Uint8Array; readonly order: LaunchOrder },
): LayerState {
  if (order.without.seccomp !== undefined) return `off: ${order.without.seccomp}`;
  // struct sock_fprog: how many instructions, and where they are.
  const program = Buffer.alloc(16);
  program.writeUInt16LE(filter.length / 8, 0);
  program.writeBigUInt64LE(BigInt.asUintN(64, kernel.addressOf(filter)), 8);
  const answer = kernel.call('seccomp', SET_MODE_FILTER, 0, program);
  if (answer !== 0) return `off: seccomp was refused (${answer})`;
  return trySystemCalls(kernel, order);
}

interface ProcessToBe {
  readonly order: LaunchOrder;
  readonly execPass: readonly bigint[];
  readonly report: JailReport;
}

function become(kernel: Kernel, { order, execPass, report }: ProcessToBe): void {
  // Node closes what it inherited when it becomes something else.
  for (const descriptor of order.descriptors) kernel.call('fcntl', descriptor, F_SETFD, 0);
  if (channel !== undefined) kernel.call('fcntl', channel, F_SETFD, FD_CLOEXEC);
  const args = [order.program, ...order.args];
  if (order.kind === 'runner') args.push(JSON.stringify(report));
  else say({ report });
  const environment = Object.entries(order.env).map(([name, value]) => `${name}=${value}`);
  const [texts, variables] = [args.map(cString), environment.map(cString)];
  const list = (strings: readonly Buffer[]): Buffer => {
    const addresses = strings.map((text) => BigInt.asUintN(64, kernel.addressOf(text)));
    return Buffer.from(BigUint64Array.from([...addresses, 0n]).buffer);
  };
  const number = callNumber('execve', kernel.arch) ?? 0;
  const pass = order.kind === 'program' ? [] : execPass;
  const answer = kernel.callNumber(number, [
    ...[cString(order.program), list(texts), list(variables)],
    ...pass,
  ]);
  say({ failed: -answer });
  throw new Error(`${order.program} could not be started (${answer})`);
}

function mappedFiles(): readonly string[] {
  const maps = readFileSync('/proc/self/maps', 'utf8');
  const paths = maps.split('\n').map((line) => line.slice(line.indexOf('/')));
  return [...new Set(paths.filter((path) => path.startsWith('/') && !path.endsWith(' (deleted)')))];
}

/** A runner's order is the argument itself; others name the descriptor that it comes from, in one line. */
const [, , argument = ''] = process.argv;
const channel = /^\d+$/.test(argument) ? Number(argument) : undefined;

function readOrder(): LaunchOrder {
  if (channel === undefined) return JSON.parse(argument);
  const chunks: Buffer[] = [];
  const room = Buffer.alloc(65_536);
  for (let length = readSync(channel, room); length > 0; length = readSync(channel, room)) {
    chunks.push(Buffer.from(room.subarray(0, length)));
    if (room[length - 1] === 10) break;
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function say(word: LaunchWord): void {
  if (channel !== undefined) writeSync(channel, `${JSON.stringify(word)}\n`);
}

try {
  main(readOrder());
} catch (error) {
  // Not through a stream: there may be a filter already that has no calls for making one.
  const reason = error instanceof Error ? error.message : String(error);
  say(error instanceof NoJailHere ? { fault: reason } : { broken: reason });
  writeSync(2, `no jail: ${reason}\n`);
  process.exit(NO_JAIL_EXIT);
}
