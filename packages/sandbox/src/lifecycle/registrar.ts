import { createHash } from 'node:crypto';
import { ERROR_CODES, type FailureCode, type RefusalCode } from '@mortise/contracts';
import type { LoadResult } from '../api/sandbox-api.ts';
import type { Extension } from '../extensions/extension.ts';
import { interpretRegistration, type Registration } from '../extensions/interpret-registration.ts';
import type { LoadOutcome } from '../isolates/isolate-handle.ts';
import type { IsolateTable } from '../isolates/isolate-table.ts';
import type { Placement } from '../isolates/placement.ts';
import type { RunnerPool } from '../processes/runner-pool.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { RuntimeFault } from '../runtime/runtime-fault.ts';
import type { Watchdog } from '../supervisor/watchdog.ts';
import { innermostPlace } from '../traces/trace.ts';
import type { RegistrationCache } from './registration-cache.ts';

export type LoadFailure = LoadResult & { readonly status: 'failed' };

export interface RegistrarParts {
  readonly isolates: IsolateTable;
  readonly pool: RunnerPool;
  readonly placement: Placement;
  readonly watchdog: Watchdog;
  /** Resolves once the pool can make runners; rejects if the runtime cannot be built. */
  readonly openPool: () => Promise<void>;
  readonly cache: RegistrationCache | undefined;
}

const MAX_KNOWN = 2_000;
/** A runner that has to be started first does not take its time from the registration. */
const START_ALLOWANCE_MS = 5_000;

/** Runs registrations in a runner and keeps what they left, by bundle, config and limits. */
export class Registrar {
  readonly #parts: RegistrarParts;
  readonly #known = new Map<string, Registration>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: RegistrarParts) {
    this.#parts = parts;
  }

  /** One after the other, so that a crash of the loading runner has one author. */
  async register(draft: Extension): Promise<Registration | LoadFailure> {
    const unjailed = this.#parts.pool.jail.refusal;
    if (unjailed !== undefined) return loadFailure('jail_missing', unjailed);
    const { limits, loaded, configJson, configSchemaJson, id } = draft;
    const facts = [id, loaded.bundleHash, configJson, configSchemaJson, limits];
    const key = hashText(JSON.stringify(facts));
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const kept = await this.#recall(key, limits);
    if (kept !== undefined) return kept;
    const turn = this.#last.then(() => this.#runInJail(draft));
    this.#last = turn.catch(() => undefined);
    const outcome = await turn.catch((error: unknown) => lostBy(error));
    if (outcome instanceof RuntimeFault) return loadFailure(outcome.code, outcome.message);
    if (outcome.kind !== 'opened') return failureFor(outcome);
    const registration = interpretRegistration(outcome.json, limits);
    if (registration === undefined) {
      return loadFailure('registration_failed', 'What it registered could not be read.');
    }
    this.#remember(key, registration);
    await this.#parts.cache?.keep(key, outcome.json);
    return registration;
  }

  /** What another process saw the same code register. */
  async #recall(key: string, limits: Extension['limits']): Promise<Registration | undefined> {
    const guestJson = await this.#parts.cache?.find(key);
    const registration = guestJson && interpretRegistration(guestJson, limits);
    if (!registration) return undefined;
    this.#remember(key, registration);
    return registration;
  }

  #remember(key: string, registration: Registration): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, registration);
  }

  /** If no jail can be made, which is known after the first start, runners start without, or not at all. */
  async #runInJail(draft: Extension): Promise<LoadOutcome> {
    const { pool, placement, openPool } = this.#parts;
    await openPool();
    const runner = placement.loaderFor(draft);
    const outcome = await this.#run(draft, runner);
    if (!runner.hadNoJail) return outcome;
    const { refusal } = pool.jail;
    if (refusal !== undefined) throw new RuntimeFault('jail_missing', refusal);
    return this.#run(draft, placement.loaderFor(draft));
  }

  async #run(draft: Extension, runner: RunnerProcess): Promise<LoadOutcome> {
    const { isolates, watchdog } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<LoadOutcome>();
    const allowedMs = draft.limits.loadMs + (runner.isReady ? 0 : START_ALLOWANCE_MS);
    const load = { deadline: performance.now() + allowedMs, settle: resolve };
    const isolate = isolates.open({ runner, extension: draft, scopeKey: '', load });
    watchdog.wake();
    const outcome = await promise;
    isolates.close(isolate);
    return outcome;
  }
}

export function loadFailure(code: FailureCode | RefusalCode, detail: string): LoadFailure {
  const { summary, hint } = ERROR_CODES[code];
  return { status: 'failed', code, message: `${summary} ${detail}`.trim(), hint };
}

function failureFor(outcome: Exclude<LoadOutcome, { readonly kind: 'opened' }>): LoadFailure {
  if (outcome.kind === 'lost') {
    return outcome.cause === 'rss'
      ? loadFailure('memory_limit', 'It used too much memory while it registered.')
      : loadFailure('sandbox_crashed', `Its process ended while it registered (${outcome.cause}).`);
  }
  switch (outcome.fault) {
    case 'source':
      return loadFailure('source_invalid', outcome.text);
    case 'config':
      return loadFailure('extension_config_invalid', outcome.text);
    case 'deadline':
      return loadFailure('load_timeout', outcome.text);
    case 'memory':
      return loadFailure('memory_limit', outcome.text);
    default: {
      const { text, trace = [] } = outcome;
      const place = innermostPlace(trace);
      const hint = mixesModules(text) ? { hint: MIXED_MODULES } : {};
      if (place === undefined) return { ...loadFailure('registration_failed', text), ...hint };
      return { ...loadFailure('registration_failed', `${text} (${place})`), trace, ...hint };
    }
  }
}

const MIXED_MODULES =
  'A file with `import` or `export` is an ES module: write `export default` instead of `module.exports` and `import` instead of `require`, or call the file .cjs and use neither `import` nor `export`.';

/** Node's own words for a file that is half CommonJS. */
function mixesModules(guestText: string): boolean {
  return /^ReferenceError: (module|exports|require) is not defined/.test(guestText);
}

function lostBy(error: unknown): LoadOutcome | RuntimeFault {
  if (error instanceof RuntimeFault) return error;
  return {
    kind: 'lost',
    cause: error instanceof Error ? error.message : 'the runtime could not be built',
  };
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
