import { type Logger, showHidden, type ToolOutcome } from '@mortise/contracts';
import { FRAME_END, type SandboxEvent } from '@mortise/sandbox';
import type { ParcelFacts, Parcels } from '../store/parcels.ts';
import { splitFrames } from '../wire/frame-outbox.ts';
import { type NodeFrame, readHeldCalls, readLogLine, readNodeFrame } from '../wire/node-to-host.ts';
import {
  mostFrameBytes,
  type OutcomeBounds,
  readOutcome,
  readTextOutcome,
} from '../wire/read-outcome.ts';
import { readProgress } from '../wire/read-progress.ts';
import type { FleetSubjects } from '../wire/subjects.ts';
import type { HostCalls } from './host-calls.ts';
import type { NodeHandle } from './node-handle.ts';
import type { NodeTable } from './node-table.ts';
import type { RemoteCall } from './remote-call.ts';
import type { RemoteCalls } from './remote-calls.ts';

export interface NodeFramesParts {
  readonly nodes: NodeTable;
  readonly calls: RemoteCalls;
  readonly hostCalls: HostCalls;
  readonly logger: Logger;
  readonly emit: (event: SandboxEvent) => void;
  readonly subjects: FleetSubjects;
  readonly parcels: () => Parcels | undefined;
  /** The node wants to know an extension by its key. */
  readonly onNeed: (node: NodeHandle, key: string) => void;
}

interface ArrivingParcel extends ParcelFacts {
  readonly call: RemoteCall;
}

type Frame<Kind extends NodeFrame['kind']> = Extract<NodeFrame, { readonly kind: Kind }>;

/** Of one node, before its trust ends: an honest one sends none. */
const MOST_REFUSED = 16;
/** What a guest has sent on its way may come after the answer of its call: it waits for none of it. */
const BESIDE_ANSWER: ReadonlySet<string> = new Set(['ask', 'parcel', 'progress', 'log']);
const LOG_CHARS = 2_000;
const NAME_CHARS = 20;

/**
 * Reads what nodes say. A node that was taken over says what it likes, so a frame counts only for a
 * call that this host offered to that node and has not taken away; extension, tool, caller and grants
 * are those of the host's own record. A frame that no node would write ends the trust in the node,
 * and so do sixteen that fit no call of it.
 */
export class NodeFrames {
  readonly #parts: NodeFramesParts;

  constructor(parts: NodeFramesParts) {
    this.#parts = parts;
  }

  read(node: NodeHandle, message: string): void {
    const frames = splitFrames(message);
    if (frames.at(-1) !== '') {
      this.#distrust(node, 'message', 'a message is cut off');
      return;
    }
    for (const text of frames.slice(0, -1)) {
      if (!this.#parts.nodes.has(node)) return;
      this.#readOne(node, text);
    }
  }

  #readOne(node: NodeHandle, text: string): void {
    const frame = readNodeFrame(text);
    const isWell = frame !== undefined && this.#take(node, frame);
    if (isWell) return;
    const kind = text.slice(0, NAME_CHARS).split('\t', 1)[0] ?? '';
    this.#distrust(node, kind, `a frame of kind ${showHidden(kind)} has the wrong shape`);
  }

  /** False for a frame of the wrong shape. */
  #take(node: NodeHandle, frame: NodeFrame): boolean {
    switch (frame.kind) {
      case 'need':
        this.#parts.onNeed(node, frame.key);
        return true;
      case 'holding': {
        const held = readHeldCalls(frame.calls);
        if (held === undefined) return false;
        this.#parts.calls.compare(node, frame.heard, held);
        return true;
      }
      case 'room':
        node.noteRoom(frame.at, frame.calls, performance.now());
        return true;
      case 'claim':
        return this.#claim(node, frame);
      case 'pass':
        return this.#pass(node, frame);
      case 'parcel':
        return this.#parcel(node, frame);
      case 'started':
      case 'result':
      case 'text':
      case 'ask':
      case 'progress':
      case 'log':
        return this.#ofRunning(node, frame);
      default:
        return frame satisfies never;
    }
  }

  #claim(node: NodeHandle, { seq }: Frame<'claim'>): boolean {
    const call = this.#callOf(node, seq, 'claim');
    if (call === undefined) return true;
    if (call.state === 'offered') this.#parts.calls.claim(node, call);
    else this.#refuse(node, 'claim', `call ${seq} was claimed before`);
    return true;
  }

  #pass(node: NodeHandle, { seq }: Frame<'pass'>): boolean {
    const call = this.#callOf(node, seq, 'pass');
    if (call === undefined) return true;
    if (call.mayBePassed) this.#parts.calls.pass(node, call);
    else this.#refuse(node, 'pass', `call ${seq} was claimed before`);
    return true;
  }

  #ofRunning(
    node: NodeHandle,
    frame: Frame<'started' | 'result' | 'text' | 'ask' | 'progress' | 'log'>,
  ): boolean {
    const call = this.#callOf(node, frame.seq, frame.kind);
    if (call === undefined) return true;
    if (call.state !== 'granted') {
      this.#refuse(node, frame.kind, `call ${frame.seq} was not given to it to run`);
      return true;
    }
    switch (frame.kind) {
      case 'started':
        this.#parts.calls.started(call);
        return true;
      case 'result':
        return this.#answer(call, readOutcome(frame.outcome, boundsOf(call)));
      case 'text':
        return this.#answer(call, readTextOutcome(frame, boundsOf(call)));
      case 'ask':
        return this.#ask(node, call, frame);
      case 'progress':
        return this.#progress(node, call, frame);
      case 'log':
        return this.#log(node, call, frame);
      default:
        return frame satisfies never;
    }
  }

  #answer(call: RemoteCall, outcome: ToolOutcome | undefined): boolean {
    if (outcome === undefined) return false;
    this.#parts.calls.answer(call, outcome);
    return true;
  }

  #ask(node: NodeHandle, call: RemoteCall, { id, name, input }: Frame<'ask'>): boolean {
    if (call.isCancelled) return true;
    if (call.request.mode !== 'run' || !call.seenAsks.take(id)) {
      this.#refuse(node, 'ask', `call ${call.seq} cannot ask this now`);
      return true;
    }
    const excess = call.asks.count({ id, name, guestJson: input });
    if (excess !== undefined) this.#parts.calls.end(call, 'host_call_limit', excess);
    else void this.#parts.hostCalls.answer(node, call, { id, name, input });
    return true;
  }

  #progress(node: NodeHandle, call: RemoteCall, { json }: Frame<'progress'>): boolean {
    const progress = readProgress(json);
    if (progress === undefined) return false;
    if (this.#countLine(node, call)) call.progress(progress);
    return true;
  }

  #log(node: NodeHandle, call: RemoteCall, { level, line }: Frame<'log'>): boolean {
    const read = readLogLine(line);
    if (read === undefined) return false;
    if (!this.#countLine(node, call)) return true;
    const { callId, toolName } = call.request;
    const details = {
      ...{ extensionId: call.extension.id, callId, toolName, node: node.address.name },
      ...(read.trace === undefined ? {} : { trace: read.trace.map(showHidden) }),
    };
    this.#parts.logger[level](details, showHidden(read.message.slice(0, LOG_CHARS)));
    return true;
  }

  /** The node counts, too. */
  #countLine(node: NodeHandle, call: RemoteCall): boolean {
    if (call.countLine()) return true;
    this.#refuse(node, 'log', `call ${call.seq} says more than it may`);
    return false;
  }

  /** A frame that lies in the object store: it counts once it was fetched and is what its hash says. */
  #parcel(node: NodeHandle, { seq, ...facts }: Frame<'parcel'>): boolean {
    const call = this.#callOf(node, seq, 'parcel');
    const parcels = this.#parts.parcels();
    if (call === undefined || parcels === undefined) return true;
    if (call.state !== 'granted') return false;
    if (facts.bytes > mostFrameBytes(call.extension.limits) || !call.arrive()) {
      if (call.isCancelled) return true;
      this.#refuse(node, 'parcel', `call ${seq} leaves more than it may`);
      this.#parts.calls.end(call, 'sandbox_crashed', 'Its node answered more than it may.');
      return true;
    }
    node.parcels.add(facts.bytes, () => this.#fetch(parcels, node, { call, seq, ...facts }));
    return true;
  }

  async #fetch(parcels: Parcels, node: NodeHandle, parcel: ArrivingParcel): Promise<void> {
    const { call, seq } = parcel;
    const bucket = this.#parts.subjects.parcelsFrom(node.address.name);
    const isOver = () => call.node !== node || call.seq !== seq;
    try {
      // It may have ended while others were fetched.
      if (!isOver()) this.#unpack(node, call, { seq, text: await parcels.take(bucket, parcel) });
    } catch (error) {
      if (isOver()) return;
      this.#parts.logger.warn({ error, node: node.id }, 'what a node left could not be read');
      this.#parts.calls.end(call, 'sandbox_crashed', 'What its node answered could not be read.');
    } finally {
      parcels.remove(bucket, parcel.name);
    }
  }

  #unpack(node: NodeHandle, call: RemoteCall, parcel: { seq: number; text: string }): void {
    const { seq, text } = parcel;
    if (call.node !== node || call.seq !== seq) return;
    call.arrived();
    const frame = text.endsWith(FRAME_END) ? readNodeFrame(text.slice(0, -1)) : undefined;
    const isOfCall = frame !== undefined && isStored(frame) && frame.seq === seq;
    if (!isOfCall || !this.#take(node, frame))
      this.#distrust(node, 'parcel', 'what it left in the object store is no frame of its call');
  }

  /** The call that a frame is of, if this host has offered it to that node and not taken it away. */
  #callOf(node: NodeHandle, seq: number, kind: string): RemoteCall | undefined {
    const call = node.calls.get(seq);
    const isLate = node.isPast(seq) || (BESIDE_ANSWER.has(kind) && node.isAnswered(seq));
    if (call === undefined && !isLate)
      this.#refuse(node, kind, `call ${seq} was never offered to it, or is answered`);
    return call;
  }

  /** A frame that an honest node would not have sent. */
  #refuse(node: NodeHandle, frame: string, reason: string): void {
    const count = node.countRefused();
    if (count >= MOST_REFUSED) this.#distrust(node, frame, reason);
    else this.#report(node, frame, reason);
  }

  #distrust(node: NodeHandle, frame: string, reason: string): void {
    const { nodes, calls, logger } = this.#parts;
    this.#report(node, frame, reason);
    nodes.distrust(node, reason);
    for (const other of nodes.all)
      if (other.address.name === node.address.name)
        calls.loseNode(other, 'protocol_violation', `Its node broke the protocol: ${reason}.`);
    logger.error(
      { node: node.id, reason },
      'a runner node broke the protocol and gets no more calls',
    );
  }

  #report(node: NodeHandle, frame: string, reason: string): void {
    const extensions = [...new Set(node.calls.values().map(({ extension }) => extension.id))];
    const of = `${reason} (runner node ${node.address.name})`;
    this.#parts.emit({
      ...{ type: 'frame_refused', pid: node.beat.pid, extensions },
      ...{ frame: showHidden(frame), reason: of },
    });
  }
}

function boundsOf(call: RemoteCall): OutcomeBounds {
  // What an earlier run did is not undone by what a later one says.
  const hasAsked = call.hasAsked || call.runs > 1;
  return { limits: call.extension.limits, hasAsked, hostCalls: call.hostCalls };
}

/** Whether it may be too large for a message. */
function isStored(frame: NodeFrame): frame is Frame<'result' | 'text' | 'ask'> {
  return frame.kind === 'result' || frame.kind === 'text' || frame.kind === 'ask';
}
