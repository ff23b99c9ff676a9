import type { Condition } from './condition.ts';

export type JsonRecord = { readonly [key: string]: unknown };

/** One keyword where it stands. */
export interface KeywordPlace {
  /** Of the kind that the keyword takes. */
  readonly value: unknown;
  /** The schema that has it, for keywords that look at their neighbours. */
  readonly schema: JsonRecord;
  readonly at: readonly string[];
  compile(schema: unknown, at: readonly string[]): Condition;
  /** What a reference leads to. */
  follow(target: string, at: readonly string[]): Condition;
}

export type KeywordCompiler = (place: KeywordPlace) => Condition;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
