import { defineTool, type Static, type ToolAnswer, Type, text } from '@mortise/sdk';
import { CallBudget } from './call-budget.ts';
import type { WalkRules } from './code-config.ts';
import { filePath } from './file-path.ts';
import { formatSearch } from './format-search.ts';
import { createLineMatcher } from './line-matcher.ts';
import { type SearchOptions, searchFiles } from './search-files.ts';
import { failure } from './tool-answers.ts';

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
      const query = queryOf(args);
      if (typeof query === 'string') return failure(query);
      const path = args.path ?? '.';
      const facts = await fs.stat(path);
      if (facts === null) return failure(`Nothing is at ${path}. Use list_files to find it.`);
      const report = await searchFiles({
        ...{ files: fs, path, query, leftOut: rules.leftOut },
        ...(args.glob === undefined ? {} : { glob: args.glob }),
        ...(args.after === undefined ? {} : { after: args.after }),
        budget: new CallBudget(rules.hostCalls),
        maxResults: args.maxResults ?? 50,
      });
      return text(formatSearch(report));
    },
  });
}

function queryOf({
  query,
  regex = false,
  ignoreCase = false,
}: SearchArgs): SearchOptions['query'] | string {
  if (!regex) {
    if (/[\n\r]/.test(query)) return 'Lines are searched one by one; query has a line end.';
    return { text: query, ignoreCase };
  }
  try {
    return createLineMatcher(query, ignoreCase);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not parse';
    return `query is not a regular expression: ${reason}. Escape it, or leave regex out to search for it as it is.`;
  }
}
