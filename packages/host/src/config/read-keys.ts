import type {
  ConfigForm,
  ConfigKeys,
  JsonValue,
  ReadKeys,
  ToolReference,
  WrittenKeys,
} from '@mortise/contracts';
import { joinKey } from './config-path.ts';
import type { ReadingPlace } from './config-reading.ts';
import { pickSpelling } from './pick-spelling.ts';
import { readReference, readReferences, readSelectors } from './read-selectors.ts';
import { readTools } from './read-tools.ts';

type ReadForm = Exclude<ConfigForm, 'kept' | 'own'>;

/** What the schema has let through, by the form that was declared beside the schema. */
const READERS = {
  value: (written) => written,
  selectors: (written, place) => readSelectors(written as readonly string[], place),
  references: (written, place) => readReferences(written as readonly string[], place),
  reference: (written, place) => readReference(written as string, place),
  tools: (written, place) => readTools(written as readonly ToolReference[], place),
} as const satisfies Record<ReadForm, (written: unknown, place: ReadingPlace) => unknown>;

/** Reads every key of a part in the form it is declared with, and notes where it is spelled otherwise. */
export function readKeys<Keys extends ConfigKeys>(
  keys: Keys,
  part: WrittenKeys<Keys>,
  { path, reading }: ReadingPlace,
): ReadKeys<Keys> {
  const written = new Map<string, string>();
  const read = new Map<string, unknown>();
  for (const [name, { form, spellings, fallback }] of Object.entries(keys)) {
    if (form === 'own' || form === 'kept') continue;
    const picked = pickSpelling(part, spellings, { path, reading });
    if (picked === undefined) {
      if (fallback !== undefined) read.set(name, fallback);
      continue;
    }
    if (picked.path !== joinKey(path, spellings[0])) written.set(name, picked.path);
    read.set(name, READERS[form](picked.value, { path: picked.path, reading }));
  }
  const paths = written.size === 0 ? {} : { written: Object.fromEntries(written) };
  // The readers above make what `ReadKeys` says of each form.
  return { ...Object.fromEntries(read), ...paths } as ReadKeys<Keys>;
}

/** The keys of a part that are kept and never interpreted, by their first spelling. */
export function readMetadata<Keys extends ConfigKeys>(
  keys: Keys,
  part: WrittenKeys<Keys>,
  place: ReadingPlace,
): { readonly [key: string]: JsonValue } {
  const entries = Object.values(keys).flatMap(({ form, spellings }) => {
    const picked = form === 'kept' ? pickSpelling(part, spellings, place) : undefined;
    // Plain data by construction: the readers let nothing else in.
    return picked === undefined ? [] : [[spellings[0], picked.value as JsonValue] as const];
  });
  return Object.fromEntries(entries);
}
