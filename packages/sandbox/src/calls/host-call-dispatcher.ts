import { isFiniteJson, LIMITS } from '@mortise/contracts';
import { charsOutsideTexts } from '../brokers/chars-outside-texts.ts';
import {
  dispatchHostCall,
  type HostCallParts,
  type HostCallReply,
  UNUSABLE_INPUT,
} from '../brokers/dispatch-host-call.ts';
import { toRunner } from '../wire/host-to-runner.ts';
import type { HostCall, PendingCall } from './pending-call.ts';

const MAX_SLEEP_MS = 600_000;
const MAX_INPUT_DEPTH = 64;

/** Takes what guests ask of the host off the wire and sends the answers back. */
export class HostCallDispatcher {
  readonly #parts: HostCallParts;

  constructor(parts: HostCallParts) {
    this.#parts = parts;
  }

  /** Answers once, or not at all if the call has ended by then: a handle dies with its call. */
  async answer(pendingCall: PendingCall, call: HostCall): Promise<void> {
    const { seq } = pendingCall;
    pendingCall.openHostCall();
    const reply = await this.#ask(pendingCall, call).catch((error: unknown): HostCallReply => {
      this.#parts.logger.error(
        { error, extensionId: pendingCall.extension.id, name: call.name },
        'a host call could not be recorded',
      );
      return { ok: false, code: 'capability_failed', message: 'The host could not do it.' };
    });
    pendingCall.closeHostCall();
    const isolate = pendingCall.isolate;
    // Sent again meanwhile, it asks its own questions.
    if (isolate === undefined || pendingCall.seq !== seq) return;
    if (!reply.ok) pendingCall.noteRefusal(call.id, reply.code);
    const payload = reply.ok
      ? JSON.stringify(reply.value)
      : JSON.stringify({ code: reply.code, message: reply.message, system: reply.system });
    isolate.runner.send(
      toRunner.answer({
        seq,
        isolate: isolate.id,
        id: call.id,
        isOk: reply.ok,
        value: payload ?? 'null',
      }),
    );
  }

  #ask(pendingCall: PendingCall, call: HostCall): Promise<HostCallReply> {
    const rawInput = parseInput(call.guestJson);
    if (call.name === 'host.sleep') return this.#sleep(pendingCall, rawInput);
    const { request, extension } = pendingCall;
    const { agentId, sessionKey, userId, principalId } = request.caller;
    return dispatchHostCall(
      {
        name: call.name,
        rawInput,
        granted: extension.facts.grants ?? {},
        declared: extension.tools.get(request.toolName)?.capabilities ?? {},
        subject: {
          extensionId: extension.id,
          toolName: request.toolName,
          callId: request.callId,
          agentId,
          sessionKey,
          ...(userId === undefined ? {} : { userId }),
          ...(principalId === undefined ? {} : { principalId }),
          ...(request.trace === undefined ? {} : { trace: request.trace }),
          attachments: request.attachments ?? [],
          signal: pendingCall.signal,
        },
      },
      this.#parts,
    );
  }

  #sleep(pendingCall: PendingCall, rawInput: unknown): Promise<HostCallReply> {
    if (rawInput === undefined) {
      const code = 'capability_failed';
      return Promise.resolve({ ok: false, code, message: UNUSABLE_INPUT });
    }
    const asked =
      typeof rawInput === 'object' && rawInput !== null && 'ms' in rawInput
        ? Number(rawInput.ms)
        : 0;
    const ms = Math.min(Math.max(Number.isFinite(asked) ? asked : 0, 0), MAX_SLEEP_MS);
    const { signal } = pendingCall;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ ok: true, value: null }), ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve({ ok: true, value: null });
      });
    });
  }
}

/** Undefined for what is no JSON, too deep, too many values, or holds a number that is none. */
function parseInput(guestJson: string): unknown {
  // A grant that allows more than the standard size is about long texts.
  const { standard } = LIMITS.hostCallBytes;
  if (guestJson.length > standard && charsOutsideTexts(guestJson) > standard) return undefined;
  try {
    const value: unknown = JSON.parse(guestJson);
    return isFiniteJson(value, MAX_INPUT_DEPTH) ? value : undefined;
  } catch {
    return undefined;
  }
}
