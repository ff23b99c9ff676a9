import type { ToolProgress } from '@mortise/contracts';
import type { ExtensionState, Host, SessionResult } from '@mortise/host';
import { expect } from 'vitest';
import type { HazardExtension } from './hazard.ts';
import { isOverloaded } from './machine-pressure.ts';

/** What a host and its extensions get unless a hazard says otherwise: enough for any honest tool. */
export const HAZARD_LIMITS = { callMs: 4_000, loadMs: 1_500, cpuMs: 400, heapBytes: 64_000_000 };

export interface StageCall {
  readonly tool?: string;
  readonly args?: unknown;
  readonly signal?: AbortSignal;
  readonly session?: string;
  readonly onProgress?: (progress: ToolProgress) => void;
}

/** Where one hazard plays: it loads extensions, calls them, and counts how often each call ends. */
export class HazardStage {
  readonly host: Host;
  readonly #name: string;
  readonly #loaded = new Set<string>();
  readonly #ends = new Map<string, number>();
  #calls = 0;

  constructor(host: Host, name: string) {
    this.host = host;
    this.#name = name;
    host.hooks.callFinished.tap(`hazard-${name}`, ({ callId }) => {
      if (this.#ends.has(callId)) this.#ends.set(callId, (this.#ends.get(callId) ?? 0) + 1);
    });
  }

  /** Loads an extension under an id of its own, `<hazard>-<suffix>`. */
  load(extension: HazardExtension, suffix = 'a'): Promise<ExtensionState> {
    const id = this.idOf(suffix);
    this.#loaded.add(id);
    const limits = { ...HAZARD_LIMITS, ...extension.limits };
    return this.host.extensions.load({ ...extension, id, limits });
  }

  async loadWell(extension: HazardExtension, suffix = 'a'): Promise<void> {
    const state = await this.load(extension, suffix);
    expect(state.failure).toBeUndefined();
  }

  idOf(suffix: string): string {
    return `${this.#name}-${suffix}`;
  }

  /** Calls a tool, `attack` by default, in a session whose request begins with this call. */
  async call(call: StageCall = {}): Promise<SessionResult> {
    this.#calls += 1;
    const id = `${this.#name}-${this.#calls}`;
    this.#ends.set(id, 0);
    const { tool = 'attack', args = {}, session = 'attack', signal, onProgress } = call;
    const results = await this.host
      .agent('main')
      .session(session)
      .execute([{ id, name: tool, args }], {
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    expect(results).toHaveLength(1);
    return results[0] as SessionResult;
  }

  async unloadAll(): Promise<void> {
    for (const id of this.#loaded) await this.host.extensions.unload(id);
  }

  /** Every call that was made has ended, and ended once. */
  expectOneEndEach(): void {
    expect(this.host.sandboxStatus().callsInFlight).toBe(0);
    for (const [id, ends] of this.#ends) expect(ends, `ends of ${id}`).toBe(1);
  }
}

const GIVEN_UP = 'timeout: The machine was too busy to let it go on.';

/** Compares how a call ended, with its message in sight if it did not end so. */
export function expectCode(result: SessionResult, code: string, message?: RegExp): void {
  const seen = result.ok ? `ok: ${result.text}` : `${result.code}: ${result.message}`;
  if (code === 'cpu_limit' && isOverloaded() && seen.startsWith(GIVEN_UP)) return;
  expect(seen.slice(0, 2_000)).toMatch(new RegExp(`^${code}: `));
  if (message !== undefined && !result.ok) expect(result.message).toMatch(message);
}

/** Compares what a call answered, with its failure in sight if it did not answer. */
export function expectText(result: SessionResult, text: string | RegExp): void {
  const seen = result.ok ? result.text : `${result.code}: ${result.message}`;
  if (typeof text === 'string') expect(seen).toBe(text);
  else expect(seen).toMatch(text);
}
