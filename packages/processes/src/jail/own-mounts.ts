import type { LayerState } from './jail-layers.ts';
import type { Kernel } from './kernel.ts';
import { HIDEABLE, type LaunchOrder } from './launch-order.ts';
import { MountCalls } from './mount-calls.ts';
import { makeProgramView } from './program-view.ts';
import { makeRunnerRoot } from './runner-root.ts';

const CLONE_NEWNS = 0x0002_0000;
const CLONE_NEWIPC = 0x0800_0000;
const CLONE_NEWNET = 0x4000_0000;

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
 * asked for; for others everything is read-only, attributes of files included.
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
  const mounts = new MountCalls(kernel);
  try {
    if (order.kind !== 'runner') makeProgramView(mounts, order.paths);
    else {
      mounts.detach();
      makeRunnerRoot(mounts, files);
    }
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
