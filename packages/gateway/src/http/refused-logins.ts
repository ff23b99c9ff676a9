import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode, Logger } from '@mortise/contracts';
import type { HostAudit } from '@mortise/host';
import { HttpProblem } from './http-problem.ts';

/** A request that was not let in. */
export interface RefusedLogin {
  /** `token_missing`, `token_invalid`, `forbidden` for a good token without the right, `sign_in` for the console. */
  readonly why: 'token_missing' | 'token_invalid' | 'forbidden' | 'sign_in';
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** Where it came from; that of a proxy if one is in between. */
  readonly address?: string | undefined;
  /** Whose token it was, where that is known. */
  readonly principalId?: string | undefined;
}

/** A request that ended early. */
export interface Asked extends Omit<RefusedLogin, 'why'> {
  readonly headers: IncomingHttpHeaders;
}

export interface RefusedLoginsParts {
  readonly audit: Pick<HostAudit, 'recordRefusal'>;
  readonly logger: Logger;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** Each is written down, up to so many in this time; what comes beyond is counted and written down together. */
const MOST_RECORDED = 20;
const WINDOW_MS = 60_000;
/** Addresses and routes that the record of the others names. */
const MOST_NAMED = 10;

interface Window {
  readonly startedAt: number;
  recorded: number;
  others: number;
  readonly addresses: Set<string>;
  readonly routes: Set<string>;
}

/**
 * Writes down who was not let in. A flood of bad tokens leaves at most a few records a minute: the log is
 * for those who read it, and what strangers send must not fill the disk.
 */
export class RefusedLogins implements Disposable {
  readonly #parts: RefusedLoginsParts;
  #window: Window | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: RefusedLoginsParts) {
    this.#parts = parts;
  }

  /** Notes what ended a request, if that was because of who asked. */
  noteProblem(error: unknown, { headers, ...asked }: Asked): void {
    if (!(error instanceof HttpProblem)) return;
    const why = whyOf(error.code, headers);
    const { principalId = asked.principalId } = error;
    if (why !== undefined) this.note({ ...asked, why, principalId });
  }

  note(refused: RefusedLogin): void {
    const window = this.#windowNow();
    if (window.recorded < MOST_RECORDED) {
      window.recorded += 1;
      this.#recordOne(refused);
      return;
    }
    window.others += 1;
    if (window.addresses.size < MOST_NAMED) window.addresses.add(refused.address ?? 'unknown');
    if (window.routes.size < MOST_NAMED) window.routes.add(routeOf(refused));
    this.#timer ??= setTimeout(() => this.#endWindow(), WINDOW_MS).unref();
  }

  /** Writes down what was only counted. */
  [Symbol.dispose](): void {
    this.#endWindow();
  }

  #windowNow(): Window {
    const now = this.#parts.now();
    // A clock that was set back begins anew, too.
    const isOver =
      this.#window !== undefined && Math.abs(now - this.#window.startedAt) >= WINDOW_MS;
    if (isOver) this.#endWindow();
    this.#window ??= {
      ...{ startedAt: now, recorded: 0, others: 0 },
      ...{ addresses: new Set(), routes: new Set() },
    };
    return this.#window;
  }

  #endWindow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const window = this.#window;
    this.#window = undefined;
    if (window === undefined || window.others === 0) return;
    const { others, startedAt, addresses, routes } = window;
    this.#record({
      ...{ action: 'login.refused', target: `${others} more` },
      reason: `${others} more requests were not let in within a minute.`,
      detail: { count: others, since: startedAt, addresses: [...addresses], doors: [...routes] },
    });
  }

  #recordOne(refused: RefusedLogin): void {
    const { why, address = 'unknown', principalId = 'anonymous' } = refused;
    this.#record({
      ...{ action: 'login.refused', target: routeOf(refused), reason: REASONS[why], principalId },
      detail: { why, address },
    });
  }

  #record(refusal: Parameters<HostAudit['recordRefusal']>[0]): void {
    const { audit, logger } = this.#parts;
    try {
      audit.recordRefusal(refusal);
    } catch (error) {
      // The answer is no, written down or not; why it cannot be is a diagnostic of the host.
      logger.warn({ error }, 'A refused login was not written down.');
    }
  }
}

function whyOf(code: ErrorCode, headers: IncomingHttpHeaders): RefusedLogin['why'] | undefined {
  if (code === 'sign_in_refused') return 'sign_in';
  if (code === 'forbidden') return 'forbidden';
  if (code !== 'unauthorized') return undefined;
  return headers.authorization === undefined ? 'token_missing' : 'token_invalid';
}

const REASONS = {
  token_missing: 'The request had no token.',
  token_invalid: 'The token is unknown, forged, expired or revoked.',
  forbidden: 'The token is good and not for this.',
  sign_in: 'What was given to sign in to the console is not good.',
} as const satisfies Record<RefusedLogin['why'], string>;

const MOST_ROUTE_CHARS = 120;

function routeOf({ method, path }: RefusedLogin): string {
  return `${method} ${path}`.slice(0, MOST_ROUTE_CHARS).toWellFormed();
}
