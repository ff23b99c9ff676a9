import {
  type BrokerReply,
  CAPABILITY_NAMES,
  type CapabilityBrokers,
  type CapabilityName,
  type JsonValue,
  type Logger,
} from '@mortise/contracts';
import { frame, TO_RUNNER } from '../wire/frame.ts';
import { jsonDepthWithin } from '../wire/json-depth.ts';
import type { Flight } from './flight.ts';

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
export class HostCallDesk {
  readonly #brokers: CapabilityBrokers;
  readonly #logger: Logger;

  constructor(brokers: CapabilityBrokers, logger: Logger) {
    this.#brokers = brokers;
    this.#logger = logger;
  }

  /** Answers once, or not at all if the call has ended by then: a handle dies with its call. */
  async answer(flight: Flight, call: HostCall): Promise<void> {
    const { seq } = flight;
    flight.pendingHostCalls += 1;
    const reply = await this.#ask(flight, call).catch((error: unknown): BrokerReply => {
      this.#logger.error(
        { error, extensionId: flight.extension.id, name: call.name },
        'a capability broker failed',
      );
      return { ok: false, code: 'capability_failed', message: 'The host could not do it.' };
    });
    flight.pendingHostCalls -= 1;
    const cell = flight.cell;
    // Sent again meanwhile, it asks its own questions.
    if (cell === undefined || flight.seq !== seq || !cell.runner.flights.has(seq)) return;
    if (!reply.ok) {
      flight.refused ??= new Map();
      flight.refused.set(call.id, reply.code);
    }
    const payload = reply.ok
      ? JSON.stringify(reply.value)
      : JSON.stringify({ code: reply.code, message: reply.message });
    cell.runner.send(
      frame(TO_RUNNER.answer, flight.seq, cell.id, call.id, reply.ok ? 1 : 0, payload ?? 'null'),
    );
  }

  async #ask(flight: Flight, call: HostCall): Promise<BrokerReply> {
    const input = parseInput(call.guestJson);
    if (input === undefined)
      return {
        ok: false,
        code: 'capability_failed',
        message: 'What was asked is not usable JSON.',
      };
    if (call.name === 'host.sleep') return this.#sleep(flight, input);
    const dot = call.name.indexOf('.');
    const capability = CAPABILITY_NAMES.find((name) => name === call.name.slice(0, dot));
    if (capability === undefined) return denied(`${call.name.slice(0, 50)} is not a capability.`);
    const grant = this.#grantOf(flight, capability);
    if (typeof grant === 'string') return denied(grant);
    const broker = this.#brokers[capability];
    if (broker === undefined) return denied(`This host has no ${capability} capability.`);
    return broker.handle(call.name.slice(dot + 1), input, {
      extensionId: flight.extension.id,
      toolName: flight.request.toolName,
      callId: flight.request.callId,
      agentId: flight.request.caller.agentId,
      sessionKey: flight.request.caller.sessionKey,
      ...(flight.request.caller.userId === undefined
        ? {}
        : { userId: flight.request.caller.userId }),
      grant: grant.value,
      signal: this.#signalOf(flight),
    });
  }

  /** What the tool may use of a capability, or the words that say what is missing. */
  #grantOf(flight: Flight, capability: CapabilityName): { readonly value: JsonValue } | string {
    const extension = flight.extension;
    const granted = extension.facts.grants?.[capability];
    if (granted === undefined) {
      return `${capability} is not granted to the extension ${extension.id}. Grant "${capability}" to it if you trust it with it.`;
    }
    const declared = extension.tools.get(flight.request.toolName)?.capabilities?.[capability];
    if (declared === undefined) {
      return `${flight.request.toolName} does not declare the capability ${capability}. Add it to the tool's capabilities.`;
    }
    return { value: { granted, declared } as unknown as JsonValue };
  }

  #sleep(flight: Flight, input: JsonValue): Promise<BrokerReply> {
    const asked =
      typeof input === 'object' && input !== null && 'ms' in input ? Number(input['ms']) : 0;
    const ms = Math.min(Math.max(Number.isFinite(asked) ? asked : 0, 0), MAX_SLEEP_MS);
    const signal = this.#signalOf(flight);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ ok: true, value: null }), ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve({ ok: true, value: null });
      });
    });
  }

  #signalOf(flight: Flight): AbortSignal {
    flight.abort ??= new AbortController();
    return flight.abort.signal;
  }
}

function parseInput(guestJson: string): JsonValue | undefined {
  try {
    const value = JSON.parse(guestJson);
    return jsonDepthWithin(value, MAX_INPUT_DEPTH) ? value : undefined;
  } catch {
    return undefined;
  }
}

function denied(message: string): BrokerReply {
  return { ok: false, code: 'capability_denied', message };
}
