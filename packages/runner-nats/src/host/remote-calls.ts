import {
  type FailureCode,
  fail,
  type RunPorts,
  type RunRequest,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import { writeCallBody } from '../wire/call-body.ts';
import type { FleetTimes } from '../wire/fleet-times.ts';
import { toNode } from '../wire/host-to-node.ts';
import type { HeldCalls } from '../wire/node-to-host.ts';
import { NextMessage } from './next-message.ts';
import type { NodeHandle } from './node-handle.ts';
import type { NodeTable } from './node-table.ts';
import { OpenCalls } from './open-calls.ts';
import { RemoteCall } from './remote-call.ts';
import { mayRunTwice, type RemoteExtension } from './remote-extension.ts';

export interface RemoteCallsParts {
  readonly nodes: NodeTable;
  readonly times: FleetTimes;
  readonly onRetried: (call: RemoteCall) => void;
}

/** A call waits at least so long for a node, however short its own time is. */
const MIN_CLAIM_MS = 2_000;
/** A tool that may run twice runs no third time. */
const MAX_RUNS = 2;
/** A node that was told to run a call and never says that its turn came is not waited for any longer. */
const MAX_TURN_MS = 600_000;
/** What goes through the object store takes longer to get there. */
const LARGE_CHARS = 100_000;
const LARGE_CLAIM_MS = 2_000;
const NO_NODE = 'No runner node took the call. Is one connected? See `mortise doctor`.';

/**
 * Gives calls to nodes and settles each exactly once. A node runs a call only after this host told it
 * to (`go`), and of all nodes that claim a call one is told: what was not granted has run nowhere and
 * may go to another node, what was granted and is lost may have run.
 */
export class RemoteCalls {
  readonly #parts: RemoteCallsParts;
  readonly #open = new OpenCalls();
  /** Those that no node is there for. */
  readonly #waiting = new Set<RemoteCall>();
  readonly #next = new NextMessage();
  #lastSeq = 0;

  constructor(parts: RemoteCallsParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#open.size;
  }

  get all(): readonly RemoteCall[] {
    return this.#open.all;
  }

  run(extension: RemoteExtension, request: RunRequest, ports: RunPorts): Promise<ToolOutcome> {
    const body = writeCallBody(request, extension.limits);
    if ('problem' in body) return Promise.resolve(refuse('input_invalid', body.problem));
    return new Promise((resolve) => {
      const now = performance.now();
      const claimBy = now + Math.max(allowedTime(request, extension), MIN_CLAIM_MS);
      const call = new RemoteCall({
        ...{ extension, request, ports, resolve, claimBy },
        body: body.json,
      });
      this.#open.add(call);
      call.onAbort(() => this.abort(call));
      this.#place(call, now);
    });
  }

  /** The node would run it: it is told to, unless the offer is void. */
  claim(node: NodeHandle, call: RemoteCall): void {
    node.outbox.send(toNode.go({ seq: call.seq }));
    call.grant(node.pendingMessage);
    call.expectEnd(performance.now() + MAX_TURN_MS);
  }

  /** The node does not take it. */
  pass(node: NodeHandle, call: RemoteCall): void {
    node.suspect();
    call.pass();
    if (call.isCancelled) this.#settle(call, outcomeOfAborted(call));
    else this.#place(call, performance.now());
  }

  started(call: RemoteCall): void {
    const allowedMs = allowedTime(call.request, call.extension);
    call.expectEnd(performance.now() + allowedMs + this.#parts.times.lateMs);
    call.start();
  }

  /** Its node has answered. */
  answer(call: RemoteCall, outcome: ToolOutcome): void {
    // Of a quick call nothing else has said so.
    if (outcome.status === 'ok') call.start();
    call.extension.costs.note(call.request.toolName, outcome);
    call.leaveNode('answered');
    this.#settle(call, outcome);
  }

  /** Its caller does not wait any more. */
  abort(call: RemoteCall): void {
    const { state, node, seq } = call;
    if (state === 'granted' && node !== undefined) {
      if (call.isCancelled) return;
      call.cancel();
      node.outbox.send(toNode.cancel({ seq }));
      call.expectEnd(performance.now() + this.#parts.times.lateMs);
      return;
    }
    this.end(call, 'aborted', '');
  }

  /** Ends a call from this side; its node is told to let go of it. */
  end(call: RemoteCall, code: FailureCode, message: string): void {
    const { node, seq, state } = call;
    if (node !== undefined)
      node.outbox.send(state === 'granted' ? toNode.cancel({ seq }) : toNode.drop({ seq }));
    call.leaveNode('taken');
    const isUnrun = code === 'aborted' && !call.mayHaveRun;
    this.#settle(call, isUnrun ? outcomeOfAborted(call) : fail(code, message));
  }

  /** A node will not answer any more: what it was told to run may have run, everything else goes elsewhere. */
  loseNode(node: NodeHandle, code: FailureCode, message: string): void {
    this.#parts.nodes.remove(node);
    for (const call of node.calls.values()) this.#lose(call, code, message);
  }

  /** Compares what a node says it has with what it was given; messages may have been lost on the way. */
  compare(node: NodeHandle, heard: number, { running, claimed }: HeldCalls): void {
    const runs = new Set(running);
    const waits = new Set(claimed);
    for (const call of node.calls.values()) {
      const { seq, state, goMessage } = call;
      if (state === 'offered' && waits.has(seq)) this.claim(node, call);
      if (state !== 'granted' || goMessage > heard || runs.has(seq) || call.isArriving) continue;
      if (waits.has(seq)) this.claim(node, call);
      else this.#lose(call, 'sandbox_crashed', `What ${node.address.name} said of it was lost.`);
    }
    for (const seq of running) if (!node.calls.has(seq)) node.outbox.send(toNode.cancel({ seq }));
    for (const seq of claimed) if (!node.calls.has(seq)) node.outbox.send(toNode.drop({ seq }));
  }

  /** Looks at the clock for all calls. */
  sweep(now: number): void {
    const { claimMs } = this.#parts.times;
    for (const call of [...this.#waiting]) this.#place(call, now);
    for (const call of this.#open.all) {
      const { state, node } = call;
      if (state === 'offered' && now - call.offeredAt > claimMs) {
        node?.suspect();
        node?.outbox.send(toNode.drop({ seq: call.seq }));
        call.leaveNode('taken');
        this.#place(call, now);
      } else if (state === 'granted' && now > call.endBy) this.#endLate(call);
    }
  }

  /** A node is there: calls need not wait any more. */
  placeWaiting(): void {
    const now = performance.now();
    for (const call of [...this.#waiting]) this.#place(call, now);
  }

  close(): void {
    for (const call of this.#open.all) {
      const { node, seq } = call;
      node?.outbox.send(call.mayHaveRun ? toNode.cancel({ seq }) : toNode.drop({ seq }));
      call.leaveNode('taken');
      const message = 'The host was closed.';
      this.#settle(
        call,
        call.mayHaveRun ? fail('host_stopped', message) : refuse('extension_unavailable', message),
      );
    }
  }

  #place(call: RemoteCall, now: number): void {
    if (call.state !== 'waiting') return;
    const { nodes } = this.#parts;
    const cpuMs = call.extension.costs.of(call.request.toolName);
    const next = this.#next.nodeFor(cpuMs);
    const node = next !== undefined && nodes.has(next) && nodes.takes(next) ? next : nodes.choose();
    if (node === undefined || now > call.claimBy) {
      if (now > call.claimBy) this.#settle(call, outcomeOfUnclaimed(call));
      else this.#waiting.add(call);
      return;
    }
    this.#waiting.delete(call);
    this.#lastSeq += 1;
    const { extension, body, request } = call;
    call.offer(node, this.#lastSeq, body.length > LARGE_CHARS ? now + LARGE_CLAIM_MS : now);
    this.#next.add(node, cpuMs);
    const { seq } = call;
    const allowedMs = allowedTime(request, extension);
    const isSmall = body.length <= LARGE_CHARS && node.outbox.holds(body);
    const at = isSmall ? node.takeRoom(now) : undefined;
    const told = { seq, extension: extension.key, allowedMs, body };
    if (at === undefined) node.outbox.send(toNode.call(told));
    else {
      node.outbox.send(toNode.run({ ...told, at }));
      call.grant(node.pendingMessage, { isAhead: true });
      call.expectEnd(now + MAX_TURN_MS);
    }
  }

  #lose(call: RemoteCall, code: FailureCode, message: string): void {
    const wasGranted = call.state === 'granted';
    call.leaveNode('taken');
    if (!wasGranted) {
      this.#place(call, performance.now());
      return;
    }
    const mayRun = mayRunTwice(call.extension, call.request.toolName) && call.runs < MAX_RUNS;
    if (mayRun && !call.isCancelled && code !== 'protocol_violation') {
      this.#parts.onRetried(call);
      this.#place(call, performance.now());
      return;
    }
    this.#settle(call, call.isCancelled ? fail('aborted', '') : fail(code, message));
  }

  #endLate(call: RemoteCall): void {
    if (call.isCancelled) this.end(call, 'aborted', '');
    else {
      const allowedMs = allowedTime(call.request, call.extension);
      this.end(call, 'timeout', `It took longer than ${allowedMs} ms.`);
    }
  }

  #settle(call: RemoteCall, outcome: ToolOutcome): void {
    this.#open.delete(call);
    this.#waiting.delete(call);
    call.end(outcome);
  }
}

function outcomeOfAborted(call: RemoteCall): ToolOutcome {
  return call.mayHaveRun ? fail('aborted', '') : refuse('aborted_before_start', '');
}

/** As the sandbox of the node reckons. */
function allowedTime({ timeoutMs }: RunRequest, { limits }: RemoteExtension): number {
  return Math.ceil(Math.min(timeoutMs > 0 ? timeoutMs : limits.callMs, limits.callMs));
}

function outcomeOfUnclaimed(call: RemoteCall): ToolOutcome {
  return call.mayHaveRun
    ? fail('sandbox_crashed', `The node that ran it was lost. ${NO_NODE}`)
    : refuse('extension_unavailable', NO_NODE);
}
