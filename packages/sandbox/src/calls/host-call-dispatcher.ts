import {
  dispatchHostCall,
  type HostCallParts,
  type HostCallReply,
  UNUSABLE_INPUT,
  waitsOutside,
} from '../brokers/dispatch-host-call.ts';
import type { HostCall } from '../brokers/host-call-counter.ts';
import { parseHostCallInput } from '../brokers/parse-host-call-input.ts';
import { toRunner } from '../wire/host-to-runner.ts';
import type { CallDispatcher } from './call-dispatcher.ts';
import type { PendingCall } from './pending-call.ts';

const MAX_SLEEP_MS = 600_000;
/** Longer than any grant lets a call wait for who is behind its caller. */
const MOST_WAIT_MS = 660_000;

export interface HostCallDispatcherParts extends HostCallParts {
  readonly dispatcher: Pick<CallDispatcher, 'beginWait' | 'endWait'>;
}

/** Takes what guests ask of the host off the wire and sends the answers back. */
export class HostCallDispatcher {
  readonly #parts: HostCallDispatcherParts;

  constructor(parts: HostCallDispatcherParts) {
    this.#parts = parts;
  }

  /** Answers once, or not at all if the call has ended by then: a handle dies with its call. */
  async answer(pendingCall: PendingCall, call: HostCall): Promise<void> {
    const { seq } = pendingCall;
    pendingCall.openHostCall();
    const isWait = waitsOutside(call.name, pendingCall.extension.facts.grants ?? {});
    if (isWait) this.#parts.dispatcher.beginWait(pendingCall, MOST_WAIT_MS);
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
    if (isWait) this.#parts.dispatcher.endWait(pendingCall);
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
    const rawInput = parseHostCallInput(call.guestJson);
    if (call.name === 'host.sleep') return this.#sleep(pendingCall, rawInput);
    const { request, extension, ports } = pendingCall;
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
          ...(ports.client === undefined ? {} : { client: ports.client }),
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
