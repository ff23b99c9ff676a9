import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

const BRAND: unique symbol = Symbol.for('mortise.error') as never;

/** Thrown for misuse and bad configuration only, while loading or composing; never by a call. */
export class MortiseError extends Error {
  override readonly name = 'MortiseError';
  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, detail: string, options?: ErrorOptions) {
    super(`${ERROR_CODES[code].summary} ${detail}`, options);
    this.code = code;
    this.hint = ERROR_CODES[code].hint;
  }

  /** Two copies of this package may be installed; `instanceof` would recognise only its own. */
  static is(value: unknown): value is MortiseError {
    return value instanceof Error && BRAND in value;
  }
}
