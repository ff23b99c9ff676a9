import {
  type Diagnostic,
  ERROR_CODES,
  type Refusal,
  refuse,
  type ToolOrigin,
} from '@mortise/contracts';
import type { JailStatus, Sandbox } from '@mortise/sandbox';
import { describeDecisive } from '../diagnostics/describe-jail.ts';
import type { HostBasics } from './host-basics.ts';

const CODE = 'jail_missing';

/** What holds programs that extensions were granted, and whether any was granted one. */
interface HeldPrograms {
  readonly status: JailStatus;
  readonly isNeeded: () => boolean;
}

/** What a jail holds that cannot be made. */
type Held = 'jail' | 'programs';

/**
 * Whether the configuration requires a jail around extensions that this machine cannot make. Known from what
 * runners report, so that each request and each call can ask; it ends when a later runner gets one.
 */
export class MissingJail {
  #jail: JailStatus | undefined;
  #sandbox: Pick<Sandbox, 'status'> | undefined;
  #onRecovered: (() => void) | undefined;

  /** To be called before there is a sandbox: one that needs no runner to know says so at once. */
  constructor({ events }: Pick<HostBasics, 'events'>) {
    events.on('sandbox', (event) => {
      if (event.type !== 'jail_known') return;
      const wasMissing = this.isMissing;
      this.#jail = event.jail;
      if (this.isMissing === wasMissing) return;
      events.emit('changed', undefined);
      if (wasMissing) this.#onRecovered?.();
    });
  }

  /** `onRecovered` is called when a jail could be made after all. */
  follow(sandbox: Pick<Sandbox, 'status'>, onRecovered: () => void): void {
    this.#sandbox = sandbox;
    this.#onRecovered = onRecovered;
  }

  get isMissing(): boolean {
    return this.#jail !== undefined && isRefused(this.#jail);
  }

  /** Ids of extensions that serve no call for it: those that do not run on another machine. */
  extensions(): readonly string[] {
    if (!this.isMissing) return [];
    const { extensions = [] } = this.#sandbox?.status() ?? {};
    return extensions
      .filter(({ runsOn }) => runsOn === undefined || runsOn.place === 'local')
      .map(({ id }) => id);
  }

  /** What a call of one of their tools is refused with. */
  refusalFor(origin: ToolOrigin): Refusal | undefined {
    if (origin.kind !== 'extension' || this.#jail === undefined) return undefined;
    return this.extensions().includes(origin.id)
      ? refuse(CODE, `${ERROR_CODES[CODE].summary} It would be ${describeDecisive(this.#jail)}.`)
      : undefined;
  }

  diagnostics({ status, isNeeded }: HeldPrograms, path?: string): readonly Diagnostic[] {
    return [
      ...(this.#jail === undefined ? [] : missing('jail', this.#jail, path)),
      // To look for one that needs it is a walk through all tools.
      ...(isRefused(status) && isNeeded() ? missing('programs', status, path) : []),
    ];
  }
}

function missing(subject: Held, jail: JailStatus, path: string | undefined): readonly Diagnostic[] {
  if (!isRefused(jail)) return [];
  const { summary, hint } = ERROR_CODES[CODE];
  const message = `${summary} It would be ${describeDecisive(jail)}.`;
  const at = path === undefined ? {} : { path };
  return [{ code: CODE, severity: 'error', subject, message, hint, ...at }];
}

function isRefused({ tier, state }: JailStatus): boolean {
  return tier === 'required' && state === 'off';
}
