import { BUILTINS, type BuiltinKind, capabilityOf } from './builtins.ts';
import { isPolyfilled, nodeMembers } from './module-facade.ts';

const PLACES = [
  ['path', 'what it is'],
  ['`/extension`', 'the files of the package that are in the bundle; read only'],
  [
    '`/state`',
    'the state folder: `os.homedir()` and `process.cwd()`; needs the grant `fs_reach state`',
  ],
  ['`/state/tmp`', '`os.tmpdir()`'],
  ['other paths', 'those of the machine, below the folders that `fs_reach` grants'],
] as const;

const HEADING = `# Modules of Node

Made from \`packages/loader/src/bundle/builtins.ts\` by \`pnpm docs:modules\`. An extension and the packages
it depends on may import modules of Node; what stands behind each is put into the bundle, and only what is
imported is. Nothing here gives an extension more than its grants: files, programs and requests go to the
host as \`ctx.fs\`, \`ctx.process\` and \`fetch\` do, in the name of the call that runs, and are refused,
counted and recorded in the same way. Where a grant is missing, the error names the capability and the
command that grants it:

\`\`\`
EACCES: permission denied, open '/data/report.csv' (fs_reach is not granted to the extension reports.
If you trust it with it: mortise grant reports fs_reach <value>, …)
\`\`\`

A member that is listed as missing can be imported and passed on; using it says that it is not there.
\`process.env\` is empty; \`process.env.NODE_ENV\` is \`production\`. \`global\`, \`process\`, \`Buffer\`,
\`setImmediate\` and \`__dirname\` are there without an import. Files of the package that its code reads
beside itself (\`new URL('./a.txt', import.meta.url)\`, \`join(__dirname, 'a.txt')\`) are kept in the bundle.

While an extension registers there is no call in whose name the host could be asked: files are then read
from an empty folder in memory, what is written there goes to the host with the first call that uses files,
and requests and programs are refused.

A program that waits for the host (\`readFileSync\`, \`execSync\`) holds up the other calls of its isolate
meanwhile, and that time counts against the limit \`cpuMs\` of its call.

## Where files are

${placesTable()}

A state folder belongs to one extension from one source and to one agent, holds 64 MB unless the grant says
otherwise, and goes when the extension is removed (\`mortise remove\`, unless \`--keep-data\`).

## Which are there
`;

/** With columns of even width, as the formatter writes it. */
function placesTable(): string {
  const widths = [0, 1].map((column) => Math.max(...PLACES.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill: string): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [head, ...rows] = PLACES;
  return [line(head, ' '), line([], '-'), ...rows.map((row) => line(row, ' '))].join('\n');
}

/** What a table of members does not say. */
const ABOUT: { readonly [name: string]: string } = {
  async_hooks:
    '`AsyncLocalStorage` holds a value until the first `await` of what runs under it, and for callbacks of `AsyncResource.bind`; hooks are taken and never called.',
  child_process:
    'Programs that are granted run outside of the sandbox. A command line without pipes, variables and the like is run directly, any other through `sh`, which must be granted. Output comes when the program has ended; `env` of the options is not passed on.',
  cluster: 'One process without workers.',
  crypto:
    'Digests in the bundle; keys, signatures, ciphers and derivations by the process around the isolate, with bounds on sizes and iterations.',
  'dns/promises': 'Every lookup is refused: the host looks names up when it makes a request.',
  dns: 'Every lookup is refused: the host looks names up when it makes a request.',
  fs: 'Descriptors are kept in the bundle: a file that is open is in memory, and is written when it is closed. Links cannot be made; modes, owners and times are taken and change nothing; watching tells nothing.',
  http: 'Clients, over `fetch`. Agents are taken and have no effect; there are no servers.',
  https: 'Clients, over `fetch`. Agents are taken and have no effect; there are no servers.',
  module:
    '`createRequire` for what is required by a name that stands in the code: it is in the bundle.',
  net: '`isIP` and its like; connections are refused.',
  os: 'Constants that tell nothing of the machine.',
  process: 'Constants that tell nothing of the machine; `nextTick`, `hrtime`, events of its own.',
  readline: 'Lines of a stream; there is no terminal.',
  tls: 'Constants and classes; connections are refused.',
  undici:
    'The package. Requests go through `fetch`; what is about connections (pools, proxies, keep-alive) is taken and has no effect, and a socket of the machine (`socketPath`) is refused.',
  v8: '`serialize` writes what JSON can carry.',
  vm: 'Code runs in the isolate that it is in already.',
  worker_threads: 'The main thread, and no other.',
  ws: 'The package. Clients, over the global `WebSocket`; headers of their own are refused, and `ping` is answered here. There are no servers.',
  zlib: 'By the process around the isolate; a stream gives out everything at its end.',
};
const MOST_LISTED = 40;

export function nodeModulesPage(): string {
  const parts = [...BUILTINS].flatMap(([name, kind]) =>
    kind.kind === 'impure' ? [] : [section(name, kind)],
  );
  const absent = [...BUILTINS].flatMap(([name, { kind }]) =>
    kind === 'impure' ? [`\`${name}\``] : [],
  );
  const rest = `### Not there\n\nThey can be imported; using a member says that it is not there: ${absent.join(', ')}.`;
  return `${HEADING}\n${[...parts, rest].join('\n\n')}\n`;
}

function section(name: string, kind: BuiltinKind): string {
  const members = nodeMembers(name);
  const missing = members.filter((member) => !isPolyfilled(name, member));
  const needing = members.filter(
    (member) => isPolyfilled(name, member) && capabilityOf(name, member) !== 'none',
  );
  const need = kind.kind === 'partial' && needing.length > 0 ? ` Needs \`${kind.need}\`.` : '';
  const about = ABOUT[name] === undefined ? '' : ` ${ABOUT[name]}`;
  const lack = missing.length === 0 ? 'All members are there.' : `Missing: ${listed(missing)}.`;
  return `### ${name}\n\n${lack}${need}${about}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
