import { joinKey } from './config-path.ts';
import type { ReadingPlace } from './config-reading.ts';

interface Picked<Value> {
  readonly value: Value;
  /** With the key as it was spelled. */
  readonly path: string;
}

type ValueAt<Source, Key extends string> = Key extends keyof Source
  ? Exclude<Source[Key], undefined>
  : unknown;

/** The value under whichever spelling of a key was used. Two spellings at once are a conflict. */
export function pickSpelling<Source extends object, Key extends string>(
  source: Source,
  keys: readonly Key[],
  { path, reading }: ReadingPlace,
): Picked<ValueAt<Source, Key>> | undefined {
  const used = keys.filter((key) => Object.hasOwn(source, key));
  const [first, second] = used;
  if (first === undefined) return undefined;
  if (second !== undefined) {
    reading.findings.report({
      code: 'config_conflict',
      path: joinKey(path, second),
      message: `\`${first}\` says this already.`,
    });
  }
  // `hasOwn` above, and the schema lets no `undefined` through.
  const value = Reflect.get(source, first) as ValueAt<Source, Key>;
  return { value, path: joinKey(path, first) };
}
