import { defineTool, type Files, type Static, type ToolAnswer, Type, text } from '@mortise/sdk';
import ignore from 'ignore';
import type { WalkRules } from './code-config.ts';
import { filePath, folderOf } from './file-path.ts';
import { formatSearch } from './format-search.ts';
import { HostCallBudget } from './host-call-budget.ts';
import { createLineMatcher, type LineMatcher } from './line-matcher.ts';
import { searchFiles } from './search-files.ts';
import { failure } from './tool-answers.ts';
import { walkFiles } from './walk-files.ts';

const MAX_DEPTH = 40;

const Parameters = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'What a line must contain.',
    }),
    path: Type.Optional(filePath('Folder or file to search; the first granted folder if absent.')),
    glob: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Only files that match, as a line of a .gitignore: *.ts or src/**/*.test.ts',
      }),
    ),
    regex: Type.Optional(
      Type.Boolean({
        description: 'Take query as a JavaScript regular expression. Default false: as it is.',
      }),
    ),
    ignoreCase: Type.Optional(Type.Boolean({ description: 'Default false.' })),
    maxResults: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'Most matching lines. Default 50.' }),
    ),
    after: Type.Optional(
      filePath('Goes on behind this file, as the answer of a search that stopped says.'),
    ),
  },
  { additionalProperties: false },
);
type SearchArgs = Static<typeof Parameters>;

/** The tool, with the operator's list of what to leave out. */
export function createSearchFilesTool(rules: WalkRules) {
  return defineTool({
    name: 'search_files',
    description:
      'Searches the lines of text files and answers path:line: text, paths relative to the folder searched. Looks at files in order and says when it stopped before the end and how to go on. Leaves out .git, node_modules, build results and the like, binary files and links. Narrow it with path and glob.',
    parameters: Parameters,
    capabilities: { fs_reach: { read: ['*'] } },
    annotations: {
      title: 'Search files',
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
    async execute(_id, args, { fs }): Promise<ToolAnswer> {
      const match = matcherFor(args);
      if (typeof match === 'string') return failure(match);
      const path = args.path ?? '.';
      const facts = await fs.stat(path);
      if (facts === null) return failure(`Nothing is at ${path}. Use list_files to find it.`);
      return text(
        formatSearch(await search(args, match, { fs, rules, isFile: facts.kind === 'file' })),
      );
    },
  });
}

function matcherFor({
  query,
  regex = false,
  ignoreCase = false,
}: SearchArgs): LineMatcher | string {
  if (!regex && /[\n\r]/.test(query)) return 'Lines are searched one by one; query has a line end.';
  try {
    return createLineMatcher({ query, isRegex: regex, ignoreCase });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not parse';
    return `query is not a regular expression: ${reason}. Escape it, or leave regex out to search for it as it is.`;
  }
}

interface SearchParts {
  readonly fs: Files;
  readonly rules: WalkRules;
  readonly isFile: boolean;
}

function search(args: SearchArgs, match: LineMatcher, { fs, rules, isFile }: SearchParts) {
  const { path = '.', maxResults = 50 } = args;
  const budget = new HostCallBudget(rules.hostCalls);
  const start = isFile ? (folderOf(path) ?? '.') : path;
  const paths = isFile
    ? oneFile(path.slice(path.lastIndexOf('/') + 1))
    : filePaths(args, { fs, rules, budget });
  return searchFiles({ files: fs, start, paths, match, budget, maxResults });
}

async function* oneFile(name: string): AsyncGenerator<string, void, undefined> {
  yield name;
}

async function* filePaths(
  { path = '.', glob, after }: SearchArgs,
  { fs, rules, budget }: Pick<SearchParts, 'fs' | 'rules'> & { readonly budget: HostCallBudget },
): AsyncGenerator<string, void, undefined> {
  const wanted = glob === undefined ? undefined : ignore().add(glob);
  const options = { files: fs, start: path, rules, budget, maxDepth: MAX_DEPTH };
  for await (const entry of walkFiles({ ...options, ...(after === undefined ? {} : { after }) })) {
    if (entry.kind === 'file' && (wanted?.ignores(entry.path) ?? true)) yield entry.path;
  }
}
