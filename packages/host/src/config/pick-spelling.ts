import { joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';

interface Picked<Value> {
  readonly value: Value;
  /** With the key as it was spelled. */
  readonly path: string;
}

interface Place {
  readonly path: string;
  readonly reading: ConfigReading;
}

/** The value under whichever spelling of a key was used. Two spellings at once are a conflict. */
export function pickSpelling<Source extends object, Key extends keyof Source & string>(
  source: Source,
  keys: readonly Key[],
  { path, reading }: Place,
): Picked<Exclude<Source[Key], undefined>> | undefined {
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
  const value = source[first] as Exclude<Source[Key], undefined>;
  return { value, path: joinKey(path, first) };
}
