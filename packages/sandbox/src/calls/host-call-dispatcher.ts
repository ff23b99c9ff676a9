import {
  type BrokerReply,
  CAPABILITY_NAMES,
  type CapabilityBrokers,
  type CapabilityName,
  isFiniteJson,
  type JsonValue,
  type Logger,
} from '@mortise/contracts';
import { frame, TO_RUNNER } from '../wire/frame.ts';
import type { PendingCall } from './pending-call.ts';

const MAX_SLEEP_MS = 600_000;
const MAX_INPUT_DEPTH = 64;

/** One request of a guest, as it came off the wire. */
export interface HostCall {
  readonly id: number;
  readonly name: string;
  readonly guestJson: string;
}

/**
 * Answers what guests ask of the host, through brokers. A capability is there only if the tool
 * declares it, the operator granted it and the host has a broker for it; anything else is denied
 * by name.
 */
export class HostCallDispatcher {
  readonly #brokers: CapabilityBrokers;
  readonly #logger: Logger;

  constructor(brokers: CapabilityBrokers, logger: Logger) {
    this.#brokers = brokers;
    this.#logger = logger;
  }

  /** Answers once, or not at all if the call has ended by then: a handle dies with its call. */
  async answer(pendingCall: PendingCall, call: HostCall): Promise<void> {
    const { seq } = pendingCall;
    pendingCall.pendingHostCalls += 1;
    const reply = await this.#ask(pendingCall, call).catch((error: unknown): BrokerReply => {
      this.#logger.error(
        { error, extensionId: pendingCall.extension.id, name: call.name },
        'a capability broker failed',
      );
      return { ok: false, code: 'capability_failed', message: 'The host could not do it.' };
    });
    pendingCall.pendingHostCalls -= 1;
    const isolate = pendingCall.isolate;
    // Sent again meanwhile, it asks its own questions.
    if (isolate === undefined || pendingCall.seq !== seq || !isolate.runner.pendingCalls.has(seq))
      return;
    if (!reply.ok) {
      pendingCall.refused ??= new Map();
      pendingCall.refused.set(call.id, reply.code);
    }
    const payload = reply.ok
      ? JSON.stringify(reply.value)
      : JSON.stringify({ code: reply.code, message: reply.message });
    isolate.runner.send(
      frame(
        TO_RUNNER.answer,
        pendingCall.seq,
        isolate.id,
        call.id,
        reply.ok ? 1 : 0,
        payload ?? 'null',
      ),
    );
  }

  async #ask(pendingCall: PendingCall, call: HostCall): Promise<BrokerReply> {
    const input = parseInput(call.guestJson);
    if (input === undefined)
      return {
        ok: false,
        code: 'capability_failed',
        message: 'What was asked is not usable JSON.',
      };
    if (call.name === 'host.sleep') return this.#sleep(pendingCall, input);
    const dot = call.name.indexOf('.');
    const capability = CAPABILITY_NAMES.find((name) => name === call.name.slice(0, dot));
    if (capability === undefined) return denied(`${call.name.slice(0, 50)} is not a capability.`);
    const grant = this.#grantOf(pendingCall, capability);
    if (typeof grant === 'string') return denied(grant);
    const broker = this.#brokers[capability];
    if (broker === undefined) return denied(`This host has no ${capability} capability.`);
    return broker.handle(call.name.slice(dot + 1), input, {
      extensionId: pendingCall.extension.id,
      toolName: pendingCall.request.toolName,
      callId: pendingCall.request.callId,
      agentId: pendingCall.request.caller.agentId,
      sessionKey: pendingCall.request.caller.sessionKey,
      ...(pendingCall.request.caller.userId === undefined
        ? {}
        : { userId: pendingCall.request.caller.userId }),
      grant: grant.value,
      signal: this.#signalOf(pendingCall),
    });
  }

  /** What the tool may use of a capability, or the words that say what is missing. */
  #grantOf(
    pendingCall: PendingCall,
    capability: CapabilityName,
  ): { readonly value: JsonValue } | string {
    const extension = pendingCall.extension;
    const granted = extension.facts.grants?.[capability];
    if (granted === undefined) {
      return `${capability} is not granted to the extension ${extension.id}. Grant "${capability}" to it if you trust it with it.`;
    }
    const declared = extension.tools.get(pendingCall.request.toolName)?.capabilities?.[capability];
    if (declared === undefined) {
      return `${pendingCall.request.toolName} does not declare the capability ${capability}. Add it to the tool's capabilities.`;
    }
    return { value: { granted, declared } as unknown as JsonValue };
  }

  #sleep(pendingCall: PendingCall, input: JsonValue): Promise<BrokerReply> {
    const asked =
      typeof input === 'object' && input !== null && 'ms' in input ? Number(input['ms']) : 0;
    const ms = Math.min(Math.max(Number.isFinite(asked) ? asked : 0, 0), MAX_SLEEP_MS);
    const signal = this.#signalOf(pendingCall);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ ok: true, value: null }), ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve({ ok: true, value: null });
      });
    });
  }

  #signalOf(pendingCall: PendingCall): AbortSignal {
    pendingCall.abort ??= new AbortController();
    return pendingCall.abort.signal;
  }
}

function parseInput(guestJson: string): JsonValue | undefined {
  try {
    const value = JSON.parse(guestJson);
    return isFiniteJson(value, MAX_INPUT_DEPTH) ? value : undefined;
  } catch {
    return undefined;
  }
}

function denied(message: string): BrokerReply {
  return { ok: false, code: 'capability_denied', message };
}
