import { countOf, JSON_BUDGET, jsonLength } from '@mortise/extension-text';
import { defineTool, type Files, type ToolAnswer, Type, text } from '@mortise/sdk';
import { CallBudget } from './call-budget.ts';
import type { WalkRules } from './code-config.ts';
import { filePath } from './file-path.ts';
import { failure } from './tool-answers.ts';

const SUFFIXES = { file: '', directory: '/', link: '@', other: '?' } as const;

type WalkEntry = Awaited<ReturnType<Files['walk']>>['entries'][number];

/** The tool, with the operator's list of what to leave out. */
export function createListFilesTool(rules: WalkRules) {
  return defineTool({
    name: 'list_files',
    description:
      'Lists files and folders, one path per line, relative to the folder asked for: folders end with /, links with @ (they are not followed). Leaves out .git, node_modules, build results and the like unless the path leads into them.',
    parameters: Type.Object(
      {
        path: Type.Optional(filePath('The folder; the first granted one if absent.')),
        depth: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 20, description: 'Levels to show. Default 2.' }),
        ),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 2_000, description: 'Most entries. Default 300.' }),
        ),
      },
      { additionalProperties: false },
    ),
    capabilities: { fs_reach: { read: ['*'] } },
    annotations: {
      title: 'List files',
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
    async execute(_id, { path = '.', depth = 2, limit = 300 }, { fs }): Promise<ToolAnswer> {
      const facts = await fs.stat(path);
      if (facts === null) return failure(`Nothing is at ${path}. List the folder above it.`);
      if (facts.kind === 'file') return failure(`${path} is a file. Read it with read_file.`);
      return list({ fs, path, depth, limit, rules });
    },
  });
}

interface Listing {
  readonly fs: Pick<Files, 'walk'>;
  readonly path: string;
  readonly depth: number;
  readonly limit: number;
  readonly rules: WalkRules;
}

async function list({ fs, path, depth, limit, rules }: Listing): Promise<ToolAnswer> {
  const budget = new CallBudget(rules.hostCalls);
  const lines: string[] = [];
  let cost = 0;
  for await (const entry of entriesOf({ fs, path, depth, limit, rules }, budget)) {
    const line = showEntry(entry);
    cost += jsonLength(line);
    if (lines.length === limit || cost > JSON_BUDGET) return show(lines, 'there is more');
    lines.push(line);
  }
  if (lines.length === 0) return text(`[${path} has no entries, apart from ignored ones]`);
  return budget.isSpent ? show(lines, 'this is as far as one call may look') : show(lines);
}

/** One more than the limit, so that the caller can tell. */
async function* entriesOf(
  { fs, path, depth, limit, rules }: Listing,
  budget: CallBudget,
): AsyncGenerator<WalkEntry, void, undefined> {
  let after: string | undefined;
  while (budget.take()) {
    const options = { ...rules.leftOut, depth, limit: limit + 1 };
    const walk = await fs.walk(path, { ...options, ...(after === undefined ? {} : { after }) });
    yield* walk.entries;
    if (walk.stopped === undefined || walk.last === undefined) return;
    after = walk.last;
  }
}

function show(lines: readonly string[], why?: string): ToolAnswer {
  return text([...lines, ...(why === undefined ? [] : [stopMarker(lines.length, why)])].join('\n'));
}

/** A name may hold line ends; a listing has one entry per line. */
function showEntry({ path, kind }: WalkEntry): string {
  const shown = /[\n\r]/.test(path) ? JSON.stringify(path) : path;
  return `${shown}${SUFFIXES[kind]}`;
}

function stopMarker(count: number, why: string): string {
  return `[… stopped after ${countOf(count, 'entry').replace(/entrys$/, 'entries')}: ${why}; list a folder below, or with a smaller depth …]`;
}
