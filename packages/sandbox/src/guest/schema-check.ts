import type { CleanCheck, WrittenArguments } from '../wire/guest-entries.ts';
import { jsonParse } from './intrinsics.ts';
import { compilePlainCheck } from './plain-schema.ts';
import type { PlainCheck } from './plain-values.ts';

/** Of another realm of the isolate; see `Prelude.useCleanRealm`. */
let createCleanCheck: ((schemaJson: string) => CleanCheck) | undefined;

export function useCleanRealm(create: (schemaJson: string) => CleanCheck): void {
  createCleanCheck = create;
}

export function hasCleanRealm(): boolean {
  return createCleanCheck !== undefined;
}

const NO_PIECES: readonly string[] = [];

/**
 * Decides whether a JSON value fits a schema, without running anything that the extension could
 * have replaced. What is plain is decided here; all else, and what is wrong, in the clean realm,
 * which costs a millisecond and half a megabyte and is only there once it was needed.
 */
export class SchemaCheck {
  readonly #schemaJson: string;
  readonly #plain: PlainCheck | undefined;
  #clean: CleanCheck | undefined;

  constructor(schemaJson: string) {
    this.#schemaJson = schemaJson;
    this.#plain = compilePlainCheck(jsonParse(schemaJson));
  }

  /** True for a value that certainly fits; false leaves it to `problem`. */
  fitsPlainly(value: unknown): boolean {
    return this.#plain?.(value) === true;
  }

  /** Undefined if it fits; otherwise `/path: what is wrong` of the first few places. */
  problem(written: WrittenArguments, pieces: readonly string[], first: number): string | undefined {
    this.#clean ??= createCleanCheck?.(this.#schemaJson);
    return this.#clean === undefined ? '/: cannot be checked' : this.#clean(written, pieces, first);
  }

  /** The same for JSON text. */
  problemOfText(json: string): string | undefined {
    if (this.fitsPlainly(jsonParse(json))) return undefined;
    return this.problem({ args: json, textCount: 0 }, NO_PIECES, 0);
  }
}
