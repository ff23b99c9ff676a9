import {
  type AuditSink,
  type RunPorts,
  type RunRequest,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import {
  createSandbox,
  type ExtensionBundle,
  type LoadResult,
  type NodeStatus,
  type RunsOn,
  type Sandbox,
  type SandboxEvent,
  type SandboxOptions,
  type SandboxStatus,
} from '@mortise/sandbox';
import { FLEET_TIMES } from '../wire/fleet-times.ts';
import { toNode } from '../wire/host-to-node.ts';
import { FleetLink } from './fleet-link.ts';
import type { FleetOptions } from './fleet-options.ts';
import { HostCalls } from './host-calls.ts';
import { NodeFrames } from './node-frames.ts';
import type { NodeHandle } from './node-handle.ts';
import { statusOfFleet, statusOfNodes } from './node-status.ts';
import { RemoteCalls } from './remote-calls.ts';
import { type RemoteExtension, remoteExtension } from './remote-extension.ts';

const UNRECORDED: AuditSink = { record: () => undefined };
const DRAIN_MS = 1_000;
const ON_NODES: RunsOn = { place: 'remote', because: 'its runner' };
/** How many generations of extensions nodes are told of that ask late. */
const MAX_KNOWN = 1_000;

/**
 * A sandbox whose calls run on the nodes of a fleet. Extensions register in a sandbox of this machine,
 * so that no node decides what tools there are and what they ask for.
 */
export class NatsSandbox implements Sandbox {
  readonly limitsConcurrency = true;
  readonly #local: Sandbox;
  readonly #options: SandboxOptions;
  readonly #link: FleetLink;
  readonly #calls: RemoteCalls;
  readonly #fleet: FleetOptions;
  readonly #extensions = new Map<string, RemoteExtension>();
  /** By key, old generations too: calls of theirs may still be on their way. */
  readonly #known = new Map<string, RemoteExtension>();
  /** Calls that run on this machine. */
  #callsHere = 0;
  #isClosed = false;

  constructor(options: SandboxOptions, fleet: FleetOptions) {
    const { logger, brokers = {}, audit = UNRECORDED, now } = options;
    this.#options = options;
    this.#fleet = fleet;
    this.#local = createSandbox({ spareRunners: 0, ...options });
    const times = { ...FLEET_TIMES, ...fleet.times };
    const link = new FleetLink({
      ...{ fleet, times, logger, requiresJail: options.jail === 'required' },
      onMessage: (node, text) => frames.read(node, text),
      onJoined: () => calls.placeWaiting(),
      onSweep: (at) => calls.sweep(at),
      onSilent: (node, seconds) =>
        calls.loseNode(
          ...[node, 'sandbox_crashed' as const],
          `The runner node ${node.address.name} said nothing for ${seconds} s.`,
        ),
      openCalls: () => calls.size,
    });
    const emit = createEmitter(options);
    const calls = new RemoteCalls({
      ...{ nodes: link.nodes, times },
      onRetried: ({ extension, request }) =>
        emit({ type: 'call_retried', extensionId: extension.id, callId: request.callId }),
    });
    const hostCalls = new HostCalls({ brokers, audit, now, logger });
    const frames = new NodeFrames({
      ...{ nodes: link.nodes, calls, hostCalls, logger, emit, subjects: link.subjects },
      parcels: () => link.parcels,
      onNeed: (node, key) => void this.#tell(node, key),
    });
    this.#link = link;
    this.#calls = calls;
    link.open();
  }

  run(request: RunRequest, ports: RunPorts): Promise<ToolOutcome> {
    const extension = this.#extensions.get(request.extensionId);
    const refusal = this.#findRefusal(extension, request, ports);
    if (refusal !== undefined || extension === undefined)
      return Promise.resolve(refusal ?? refuse('extension_unavailable', ''));
    if (this.#runsOn(extension).place === 'local') return this.#runHere(request, ports);
    this.#link.wake();
    return this.#calls.run(extension, request, ports);
  }

  async load(bundle: ExtensionBundle): Promise<LoadResult> {
    return this.#take(bundle, await this.#local.load(bundle));
  }

  async reload(bundle: ExtensionBundle): Promise<LoadResult> {
    return this.#take(bundle, await this.#local.reload(bundle));
  }

  async unload(extensionId: string): Promise<void> {
    const extension = this.#extensions.get(extensionId);
    this.#extensions.delete(extensionId);
    const reason = `The extension ${extensionId} was unloaded.`;
    for (const call of this.#calls.all)
      if (call.extension === extension) this.#calls.end(call, 'aborted', reason);
    await this.#local.unload(extensionId);
  }

  status(): SandboxStatus {
    const local = this.#local.status();
    const callsInFlight = local.callsInFlight + this.#calls.size;
    const extensions = local.extensions.map((each) => {
      const extension = this.#extensions.get(each.id);
      return extension === undefined ? each : { ...each, runsOn: this.#runsOn(extension) };
    });
    const fleet = statusOfFleet(this.#fleet.fleet, this.#link);
    return { ...local, extensions, callsInFlight, fleet };
  }

  tryJail(): ReturnType<Sandbox['tryJail']> {
    return this.#local.tryJail();
  }

  /** The runner nodes of the fleet, as this host sees them. */
  nodes(): readonly NodeStatus[] {
    return statusOfNodes(this.#link);
  }

  quarantined(): readonly string[] {
    return this.#local.quarantined();
  }

  async close(options: { readonly drainMs?: number } = {}): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const end = performance.now() + (options.drainMs ?? DRAIN_MS);
    while (this.#calls.size + this.#callsHere > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 10));
    this.#calls.close();
    await this.#link.close();
    await this.#local.close({ drainMs: 0 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #findRefusal(
    extension: RemoteExtension | undefined,
    { toolName }: RunRequest,
    { signal }: RunPorts,
  ): ToolOutcome | undefined {
    if (extension === undefined || this.#isClosed)
      return refuse('extension_unavailable', 'The extension is not loaded.');
    if (!extension.tools.has(toolName))
      return refuse('not_available', `The extension ${extension.id} has no tool ${toolName}.`);
    return signal.aborted ? refuse('aborted_before_start', '') : undefined;
  }

  #runsOn({ id: extensionId, trust }: RemoteExtension): RunsOn {
    const { choosePlace } = this.#fleet;
    if (choosePlace === undefined) return ON_NODES;
    return choosePlace({
      ...{ extensionId, trust, callsHere: this.#callsHere },
      hasNode: () => this.#link.nodes.choose() !== undefined,
    });
  }

  async #runHere(request: RunRequest, ports: RunPorts): Promise<ToolOutcome> {
    this.#callsHere += 1;
    try {
      return await this.#local.run(request, ports);
    } finally {
      this.#callsHere -= 1;
    }
  }

  #take(bundle: ExtensionBundle, result: LoadResult): LoadResult {
    if (result.status === 'failed') return result;
    const { limits, jit } = this.#options;
    // What this host says of all extensions, nodes do not know.
    const told = jit === 'off' ? { ...bundle, jit } : bundle;
    const extension = remoteExtension(told, result.extension, limits);
    this.#extensions.set(extension.id, extension);
    this.#known.delete(extension.key);
    this.#known.set(extension.key, extension);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return result;
  }

  /** A node gets to know an extension once its code lies where the node fetches it. */
  async #tell(node: NodeHandle, key: string): Promise<void> {
    const extension = this.#known.get(key);
    if (extension === undefined) return;
    try {
      await this.#link.publish(extension.texts);
      node.outbox.send(toNode.extension({ key, spec: extension.specJson }));
    } catch (error) {
      const details = { error, extensionId: extension.id, node: node.id };
      this.#options.logger.error(details, 'the code of an extension could not be stored for nodes');
    }
  }
}

function createEmitter({ onEvent, logger }: SandboxOptions): (event: SandboxEvent) => void {
  return (event) => {
    try {
      onEvent?.(event);
    } catch (error) {
      logger.warn({ error }, 'a listener of sandbox events threw');
    }
  };
}
