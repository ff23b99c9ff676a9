import type { AuditSink, CapabilityBrokers, Logger } from '@mortise/contracts';
import {
  dispatchHostCall,
  type HostCallReply,
  parseHostCallInput,
  waitsOutside,
} from '@mortise/sandbox';
import { toNode } from '../wire/host-to-node.ts';
import type { NodeHandle } from './node-handle.ts';
import type { RemoteCall } from './remote-call.ts';

export interface HostCallsParts {
  readonly brokers: CapabilityBrokers;
  readonly audit: AuditSink;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** Longer than any grant lets a call wait for who is behind its caller. */
const MOST_WAIT_MS = 660_000;

/** What a node asks for a guest of a call. */
export interface Ask {
  readonly id: number;
  readonly name: string;
  readonly input: string;
}

/**
 * Uses capabilities for guests on nodes. Grants, callers and brokers are those of this host: a node
 * says which call asks for what, and nothing else of what it says counts.
 */
export class HostCalls {
  readonly #parts: HostCallsParts;

  constructor(parts: HostCallsParts) {
    this.#parts = parts;
  }

  async answer(node: NodeHandle, call: RemoteCall, { id, name, input }: Ask): Promise<void> {
    const { seq } = call;
    const isWait = waitsOutside(name, call.extension.grants);
    call.asks.open();
    if (isWait) call.beginWait(performance.now(), MOST_WAIT_MS);
    const reply = await this.#ask(call, name, parseHostCallInput(input)).catch((error: unknown) =>
      this.#unrecorded(call, name, error),
    );
    call.asks.close();
    // It has ended, or runs elsewhere.
    if (call.node !== node || call.seq !== seq) return;
    if (isWait) call.endWait(performance.now());
    const value = reply.ok
      ? JSON.stringify(reply.value)
      : JSON.stringify({ code: reply.code, message: reply.message, system: reply.system });
    node.outbox.send(toNode.answer({ seq, id, isOk: reply.ok, value: value ?? 'null' }));
  }

  #ask(call: RemoteCall, name: string, rawInput: unknown): Promise<HostCallReply> {
    const { request, extension } = call;
    const { agentId, sessionKey, userId, principalId } = request.caller;
    return dispatchHostCall(
      {
        ...{ name, rawInput, granted: extension.grants },
        declared: extension.tools.get(request.toolName)?.capabilities ?? {},
        subject: {
          ...{ extensionId: extension.id, toolName: request.toolName, callId: request.callId },
          ...{ agentId, sessionKey },
          ...(userId === undefined ? {} : { userId }),
          ...(principalId === undefined ? {} : { principalId }),
          ...(request.trace === undefined ? {} : { trace: request.trace }),
          ...(call.client === undefined ? {} : { client: call.client }),
          ...{ attachments: request.attachments ?? [], signal: call.signal },
        },
      },
      this.#parts,
    );
  }

  #unrecorded({ extension }: RemoteCall, name: string, error: unknown): HostCallReply {
    const details = { error, extensionId: extension.id, name };
    this.#parts.logger.error(details, 'a host call could not be recorded');
    return { ok: false, code: 'capability_failed', message: 'The host could not do it.' };
  }
}
