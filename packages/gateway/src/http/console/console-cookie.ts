import { createHmac, timingSafeEqual } from 'node:crypto';
import { digestOf } from '@mortise/host';
import { parse, serialize } from 'hono/utils/cookie';

/** The header in which the console sends the second half of its sign-in. */
export const CONSOLE_HEADER = 'x-mortise-console';

export interface ConsoleCookieParts {
  /** Where browsers reach this server. */
  readonly url: string;
  /** Of the operator, the newest: when it is replaced, every sign-in ends. */
  readonly operatorToken: () => string;
}

/**
 * How a browser stays signed in: the token in a cookie that no script can read, and a key beside it that
 * no other server gets. A cookie goes to every port of its host and with requests that other pages cause;
 * the key is kept by the page's origin and sent in a header, which no other page can set.
 */
export class ConsoleCookie {
  readonly #parts: ConsoleCookieParts;
  readonly #name: string;
  readonly #isSecure: boolean;

  constructor(parts: ConsoleCookieParts) {
    const { protocol, port } = new URL(parts.url);
    this.#parts = parts;
    this.#isSecure = protocol === 'https:';
    // Two hosts on one machine differ by their port only.
    this.#name = this.#isSecure ? '__Host-mortise_console' : `mortise_console_${port || '80'}`;
  }

  /** The value of `Set-Cookie` for a browser that signs in. */
  write(token: string, lifetimeMs: number): string {
    return serialize(this.#name, token, {
      ...{ path: '/', httpOnly: true, sameSite: 'Strict', secure: this.#isSecure },
      maxAge: Math.floor(lifetimeMs / 1_000),
    });
  }

  /** The value of `Set-Cookie` for a browser that signs out. */
  clear(): string {
    return this.write('', 0);
  }

  /** What a page must send in `x-mortise-console` beside the cookie. */
  keyOf(token: string): string {
    return createHmac('sha256', this.#parts.operatorToken())
      .update('console\0')
      .update(token)
      .digest('base64url');
  }

  /** The token of a browser that sent both halves; `undefined` if one is missing or wrong. */
  tokenOf(header: (name: string) => string | undefined): string | undefined {
    const key = header(CONSOLE_HEADER);
    const cookies = header('cookie');
    if (key === undefined || cookies === undefined) return undefined;
    const token = parse(cookies, this.#name)[this.#name];
    if (token === undefined || token === '') return undefined;
    return timingSafeEqual(digestOf(key), digestOf(this.keyOf(token))) ? token : undefined;
  }
}
