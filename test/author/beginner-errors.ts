import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { typeCommand } from '../../packages/cli/src/cli-fixture.ts';

/** A mistake that a beginner makes, and the command that shows it. */
interface Mistake {
  readonly title: string;
  /** Over those of a small extension that works; `undefined` takes one away. */
  readonly files: { readonly [path: string]: string | undefined };
  readonly typed: string;
}

const MANIFEST = `{
  "id": "weather",
  "version": "0.1.0",
  "capabilities": {
    "network": { "allowedHosts": ["api.example.com"], "reason": "forecasts" }
  }
}
`;

const index = (body: string, before = '') => `${before}export default (api) => {
  api.registerTool({
    name: 'get_forecast',
    description: 'Tells the weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    capabilities: { network: { allowedHosts: ['api.example.com'] } },
    async execute(id, { city }, ctx) {
      ${body}
    },
  });
};
`;

const GOOD = {
  'mortise.json': MANIFEST,
  'src/index.ts': index("return { content: [{ type: 'text', text: city }] };"),
};
const CALL = `mortise call get_forecast '{"city":"Oslo"}' --extension .`;

/** Each with one mistake, from the first minute to the last. */
export const MISTAKES: readonly Mistake[] = [
  {
    title: 'There is no manifest',
    files: { 'mortise.json': undefined },
    typed: 'mortise check .',
  },
  {
    title: 'A key of the manifest is misspelt',
    files: { 'mortise.json': MANIFEST.replace('allowedHosts', 'allowedHost') },
    typed: 'mortise check .',
  },
  {
    title: 'A value of the manifest is none of those that are possible',
    files: {
      'mortise.json': MANIFEST.replace(
        '"network"',
        '"storage": { "scope": "private", "maxBytes": 9 },\n    "network"',
      ),
    },
    typed: 'mortise check .',
  },
  {
    title: 'Parts of a tool have the wrong form',
    files: {
      'src/index.ts': index('return city;')
        .replace('parameters:', "timeoutMs: '5s',\n    parameter:")
        .replace(/capabilities: .*/, "capabilities: ['network'],"),
    },
    typed: 'mortise check .',
  },
  {
    title: 'A file does not parse',
    files: {
      'src/index.ts': 'export default (api) => {\n  api.registerTool({ name: "get", );\n};\n',
    },
    typed: 'mortise check .',
  },
  {
    title: 'A package is not installed',
    files: { 'src/index.ts': index('return left;', "import { left } from 'left-pad-of-mine';\n") },
    typed: 'mortise check .',
  },
  {
    title: 'The default export is missing',
    files: { 'src/index.ts': 'export const register = (api) => {};\n' },
    typed: 'mortise check .',
  },
  {
    title: 'The registration throws',
    files: {
      'src/index.ts':
        "import { setUp } from './set-up.ts';\nexport default (api) => {\n  setUp(api.config.city);\n};\n",
      'src/set-up.ts': 'export function setUp(city) {\n  return city.toUpperCase();\n}\n',
    },
    typed: 'mortise check .',
  },
  {
    title: 'The name of a tool has a space',
    files: { 'src/index.ts': index('return city;').replace("'get_forecast'", "'get forecast'") },
    typed: 'mortise check .',
  },
  {
    title: 'An argument is missing',
    files: {},
    typed: `mortise call get_forecast '{"town":"Oslo"}' --extension .`,
  },
  {
    title: 'The tool answers with a text in place of content',
    files: { 'src/index.ts': index('return city;') },
    typed: CALL,
  },
  {
    title: 'The tool reads from what is not there',
    files: {
      'src/index.ts': index(
        'return parse(await load(city));',
        "import { load, parse } from './forecast.ts';\n",
      ),
      'src/forecast.ts': `export async function load(city) {
  console.log('loading', { city });
  return {};
}

export function parse(answer) {
  return answer.hours[0].temperature;
}
`,
    },
    typed: CALL,
  },
  {
    title: 'A request goes to a host that is not granted',
    files: {
      'src/index.ts': index("return await (await ctx.fetch('https://other.example.com/')).json();"),
    },
    typed: CALL,
  },
  {
    title: 'A file is read without the capability',
    files: { 'src/index.ts': index("return (await ctx.fs.read('notes.txt')).content;") },
    typed: CALL,
  },
  {
    title: 'The manifest lacks a comma',
    files: { 'mortise.json': MANIFEST.replace('"weather",', '"weather"') },
    typed: 'mortise check .',
  },
  {
    title: 'A file is imported that is not there',
    files: { 'src/index.ts': index('return left;', "import { left } from './sides.ts';\n") },
    typed: 'mortise check .',
  },
  {
    title: 'The tool is called by another name',
    files: {},
    typed: `mortise call get_forcast '{"city":"Oslo"}' --extension .`,
  },
  {
    title: 'The manifest is wrong when the tool is called',
    files: { 'mortise.json': MANIFEST.replace('"id"', '"idd"') },
    typed: CALL,
  },
  {
    title: 'A package needs WebAssembly',
    files: {
      'src/index.ts': index('return await WebAssembly.compile(new Uint8Array(8));'),
    },
    typed: CALL,
  },
];

export interface SeenMistake extends Mistake {
  /** What the beginner sees, with nothing of this machine in it. */
  readonly seen: string;
}

/** Makes a mistake in a folder of its own, types the command, and answers what it says. */
export async function makeMistake(mistake: Mistake): Promise<SeenMistake> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-beginner-')));
  try {
    for (const [path, text] of Object.entries({ ...GOOD, ...mistake.files })) {
      if (text === undefined) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { said } = await typeCommand(wordsOf(mistake.typed), { cwd: folder, columns: 100 });
    return { ...mistake, seen: said.replaceAll(folder, '/home/ana/weather').trimEnd() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The words of a line without its first; what stands in quotes is one. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)]
    .map(([, quoted, word]) => quoted ?? word ?? '')
    .slice(1);
}

/** `docs/beginners.md`. */
export function beginnersPage(seen: readonly SeenMistake[]): string {
  const sections = seen.map(
    ({ title, typed, seen: text }, at) =>
      `## ${at + 1}. ${title}\n\n\`\`\`\n$ ${typed}\n${text}\n\`\`\``,
  );
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# What beginners see

Made by \`pnpm docs:beginners\`, which makes each of these mistakes in a folder of its own and types the command;
\`pnpm test:full\` does it again and compares. What an author does when all goes well is in [the page for
authors](authors.md).`;
