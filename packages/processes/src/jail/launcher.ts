import { randomBytes } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { addFilter } from './add-filter.ts';
import { becomeProgram } from './become-program.ts';
import { describeFault } from './describe-fault.ts';
import { InnerLayers, SYSTEM_FILES } from './inner-layers.ts';
import { Kernel } from './kernel.ts';
import { LaunchChannel } from './launch-channel.ts';
import { type LaunchOrder, NO_JAIL_EXIT } from './launch-order.ts';
import { launchProgram } from './launch-program.ts';
import { NoJailHere } from './no-jail-here.ts';
import { writeNoJail } from './no-jail-words.ts';
import { withoutCovered } from './open-paths.ts';
import { leaveMounts, leaveNetwork } from './own-mounts.ts';
import { writeRunnerFilter } from './runner-filter.ts';
import { isJailArch } from './system-calls.ts';

/**
 * Gives up rights, tries what it must not be able to do any more, and becomes what it is told.
 * Landlock and seccomp hold for the thread that asks and for what it becomes: in a runner it would be
 * too late, because V8 has threads before the first line of JavaScript runs.
 */

const PASS_BYTES = 8;
/** How programs name what loads their libraries. */
const LOADERS = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'];

let opened: Kernel | undefined;

function main(order: LaunchOrder): void {
  const mapped = mappedFiles();
  const kernel = openKernel(order, mapped);
  opened = kernel;
  if (order.kind === 'program') launchProgram({ kernel, order, channel });
  else becomeOwn(kernel, order, mapped);
}

/** A runner or a reader: code of ours, which this very process becomes. */
function becomeOwn(kernel: Kernel, order: LaunchOrder, mapped: readonly string[]): void {
  const libraries = mapped.filter((path) => !path.endsWith('.node'));
  const isParentThere = () => kernel.call('getppid') === order.hostPid;
  const inner = new InnerLayers(kernel, { order, libraries, isParentThere });
  const isRunner = order.kind === 'runner';
  // Before its files are out of sight.
  if (isRunner) inner.prepare(order.paths);
  const seen = [...order.paths.read, ...libraries.map(dirname), process.execPath, ...LOADERS];
  const mounts = leaveMounts(kernel, order, [...seen, ...SYSTEM_FILES]);
  if (!isRunner) inner.prepare(mounts === 'on' ? withoutCovered(order.paths) : order.paths);
  const network = leaveNetwork(kernel, order);
  const pass = [0, 1, 2].map(() => randomBytes(PASS_BYTES).readBigInt64LE());
  const filter = writeRunnerFilter({
    ...{ arch: kernel.arch, pid: process.pid, execPass: pass, listsFolders: !isRunner },
  });
  const report = inner.hold({ mounts, network }, () => addFilter(kernel, filter, order));
  const args = isRunner ? [...order.args, JSON.stringify(report)] : order.args;
  channel.say({ report });
  const answer = becomeProgram(kernel, { ...order, args, pass, closed: channel.descriptor });
  channel.say({ failed: -answer });
  throw new Error(`${order.program} could not be started (${answer})`);
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

function mappedFiles(): readonly string[] {
  const maps = readFileSync('/proc/self/maps', 'utf8');
  const paths = maps.split('\n').map((line) => line.slice(line.indexOf('/')));
  return [...new Set(paths.filter((path) => path.startsWith('/') && !path.endsWith(' (deleted)')))];
}

const [, , argument = ''] = process.argv;
const channel = new LaunchChannel(argument);

try {
  main(channel.readOrder());
} catch (error) {
  // Not through a stream, and not by Node's orderly end: there may be a filter already that has no calls for these.
  const word = describeFault(error);
  channel.say(word);
  writeSync(2, writeNoJail(word));
  if (opened !== undefined) opened.exit(NO_JAIL_EXIT);
  process.exit(NO_JAIL_EXIT);
}
