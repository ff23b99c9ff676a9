import { posix } from 'node:path';
import type { Diagnostic } from '@mortise/contracts';
import type { PackageView } from '../files/package-view.ts';

/** Adds lines and columns to what is wrong with files that are JSON. The parser is loaded where something is. */
export async function locateFaults(
  diagnostics: readonly Diagnostic[],
  root: string,
  view: PackageView,
): Promise<readonly Diagnostic[]> {
  const located: Diagnostic[] = [];
  for (const each of diagnostics) {
    const { file, line, path = '' } = each;
    const text =
      file?.endsWith('.json') && line === undefined
        ? view.readText(posix.join(root, file))
        : undefined;
    located.push(text === undefined ? each : { ...each, ...(await placeIn(text, path)) });
  }
  return located;
}

type Place = Pick<Diagnostic, 'line' | 'column'>;

async function placeIn(text: string, path: string): Promise<Place> {
  const { parse } = await import('@humanwhocodes/momoa');
  try {
    return findPlace(parse(text, { mode: 'json' }).body as JsonNode, keysOf(path));
  } catch (error) {
    const { line, column } = error as { readonly line?: unknown; readonly column?: unknown };
    return typeof line === 'number' && typeof column === 'number' ? { line, column } : {};
  }
}

/** What is looked at of the parser's tree. */
interface JsonNode {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
  readonly members?: readonly {
    readonly name: JsonNode & { readonly value?: string };
    readonly value: JsonNode;
  }[];
  readonly elements?: readonly { readonly value: JsonNode }[];
}

/** Of a key that is missing, what it is missing in. */
function findPlace(root: JsonNode, keys: readonly (string | number)[]): Place {
  let node = root;
  let place = root.loc.start;
  for (const key of keys) {
    if (typeof key === 'number') {
      const element = node.elements?.[key];
      if (element === undefined) break;
      node = element.value;
      place = node.loc.start;
    } else {
      const member = node.members?.find(({ name }) => name.value === key);
      if (member === undefined) break;
      node = member.value;
      place = member.name.loc.start;
    }
  }
  return { line: place.line, column: place.column };
}

/** `capabilities.network.allowedHosts[0]` as the keys that lead there. */
function keysOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key = '']) =>
    index === undefined ? key : Number(index),
  );
}
