import { tallyOf, tallyOfPlugins } from './print-results.ts';
import type { CaseResult } from './run-case.ts';
import type { PluginResult } from './run-plugin.ts';

const COLUMNS = 100;

/** The page that says which packages and plugins were tried, and why some do not answer. */
export function packagesPage(
  cases: readonly CaseResult[],
  plugins: readonly PluginResult[],
): string {
  const failed = cases.filter(({ hasAnswered }) => !hasAnswered);
  const answered = cases.filter(({ hasAnswered }) => hasAnswered);
  const list = (isClient: boolean) =>
    wrap(
      answered
        .filter((each) => each.isClient === isClient)
        .map(({ name, version }) => `\`${name}@${version}\``),
    );
  return `${HEAD}
## Packages from npm

${sentence(tallyOf(cases).text)} Each is one module that runs in Node and, as part of an extension, in the sandbox
of a real host; it has answered if both give the same value, and, for clients, if a server on loopback got as many requests.

${table(
  ['package', 'why it does not answer'],
  failed.map(({ name, version, cause = '' }) => [`\`${name}@${version}\``, cause]),
)}

Clients that answered, each with a request:

${list(true)}

Libraries that answered:

${list(false)}

## Plugins of OpenClaw

${sentence(tallyOfPlugins(plugins).text)} Each was installed from npm without its install scripts, loaded with the
configuration in \`test/sweep/plugins.ts\`, given all that it asks for, and a tool of it was called; it has answered if the answer is the right one.

${table(
  ['plugin', 'tools', 'asks for', 'called', 'cause'],
  plugins.map(({ name, version, tools, asks, called, hasAnswered, cause = '' }) => [
    `\`${name}@${version}\``,
    String(tools.length),
    asks.join(', '),
    called === undefined ? '' : `\`${called}\`${hasAnswered ? ' answered' : ''}`,
    cause,
  ]),
)}
`;
}

const HEAD = `# Packages and plugins that were tried

Made by \`pnpm sweep --write\` of what \`pnpm sweep\` and \`pnpm sweep --plugins\` found; neither is part of \`npm test\`,
because both install from npm, into a cache folder of the user. What stands behind modules of Node is in
[its own page](node-modules.md), how plugins of OpenClaw are run in [theirs](openclaw.md).
`;

function sentence(text: string): string {
  return `${text}.`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.';
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function wrap(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}
