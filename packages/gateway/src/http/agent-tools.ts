import type { ToolExplanation, ToolOrigin, ToolState, ToolSurface } from '@mortise/contracts';
import { decisionOf, placeExplanation } from '@mortise/core';
import { type Host, type SessionHandle, WorkSlices } from '@mortise/host';

/** A tool and where it stands for a surface. */
export interface StatedTool {
  readonly name: string;
  readonly origin: ToolOrigin;
  readonly state: ToolState;
}

/** Which of them are asked for. */
export interface ToolFilter {
  /** Part of the name, whatever its case. */
  readonly search?: string | undefined;
  readonly state?: string | undefined;
  /** As `sourceOf` writes it. */
  readonly source?: string | undefined;
}

/**
 * Where each tool stands for a surface, and what of it was asked before: a surface is the same object
 * while nothing changes, and a page of it is asked for many times.
 */
export class AgentTools {
  readonly #host: Host;
  readonly #known = new WeakMap<ToolSurface, Promise<readonly StatedTool[]>>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Every registered tool, then those that lost their name, in the order of the registry. */
  of(surface: ToolSurface): Promise<readonly StatedTool[]> {
    const known = this.#known.get(surface) ?? this.#decide(surface);
    this.#known.set(surface, known);
    return known;
  }

  async #decide(surface: ToolSurface): Promise<readonly StatedTool[]> {
    const slices = new WorkSlices();
    const stated: StatedTool[] = [];
    for (const { name, origin } of this.#host.tools()) {
      const state = surface.stateOf(name);
      // One that was registered a moment ago is not in this surface.
      if (state !== undefined) stated.push({ name, origin, state });
      await slices.next();
    }
    const skipped = this.#host.skippedTools();
    return [...stated, ...skipped.map(({ name, origin, code }) => ({ name, origin, state: code }))];
  }
}

export function filterTools(
  all: readonly StatedTool[],
  { search, state, source }: ToolFilter,
): readonly StatedTool[] {
  const wanted = search?.trim().toLowerCase() ?? '';
  if (wanted === '' && state === undefined && source === undefined) return all;
  return all.filter(
    (tool) =>
      (state === undefined || tool.state === state) &&
      (source === undefined || sourceOf(tool.origin) === source) &&
      (wanted === '' || tool.name.toLowerCase().includes(wanted)),
  );
}

/** What a tool comes from, as one word: `core`, an extension as `plugin:<id>`, a server as `mcp:<name>`. */
export function sourceOf(origin: ToolOrigin): string {
  switch (origin.kind) {
    case 'core':
      return 'core';
    case 'extension':
      return `plugin:${origin.id}`;
    case 'mcp':
      return `mcp:${origin.server}`;
    default:
      return origin satisfies never;
  }
}

/** How many there are by what a function says of each. */
export function countBy<Entry>(
  all: readonly Entry[],
  wordOf: (entry: Entry) => string,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const entry of all) counts.set(wordOf(entry), (counts.get(wordOf(entry)) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** What decides about a tool, with file and line. */
export interface PlacedDecision {
  readonly sentence: string;
  /** Rules more that stop it. */
  readonly others: number;
  readonly path?: string;
  readonly file?: string;
  readonly line?: number;
}

export function placeDecision(
  explanation: ToolExplanation,
  host: Host,
): PlacedDecision | undefined {
  const decision = decisionOf(explanation);
  if (decision === undefined) return undefined;
  const { sentence, others, step } = decision;
  const place = step.path === undefined ? undefined : host.locate(step.path);
  return {
    ...{ sentence, others },
    ...(step.path === undefined ? {} : { path: step.path }),
    ...(place === undefined ? {} : { file: place.file, line: place.line }),
  };
}

/** The explanation of exactly this tool: those that lost a name are explained with it. */
export async function explainStated(
  session: SessionHandle,
  { name, state }: StatedTool,
): Promise<ToolExplanation | undefined> {
  const found = await session.explain(name);
  return found.find((each) => each.tool === name && each.state === state) ?? found[0];
}

export function withPlaces(explanation: ToolExplanation, host: Host): ToolExplanation {
  return placeExplanation(explanation, (path) => host.locate(path));
}
