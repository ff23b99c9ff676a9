import { Type } from '@sinclair/typebox';
import { quoteName, quoteText } from '../text/quote-text.ts';
import { describeRule, GrantedRule, RequestedRule } from './argument-rules.ts';
import { defineCapability, defineOperation } from './capability-definition.ts';
import { isPlainFolder, meetFolders, meetNames } from './meet-lists.ts';
import {
  bytes,
  closed,
  Encoding,
  milliseconds,
  nullable,
  options,
  Reason,
  texts,
} from './schema-parts.ts';

const STANDARD = {
  maxOutputBytes: 256_000,
  timeoutMs: 20_000,
  argumentBytes: 128_000,
  stdinBytes: 1_000_000,
} as const;

const RunOptions = options({
  cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
  stdin: Type.Optional(Type.String()),
  timeoutMs: Type.Optional(Type.Integer({ minimum: 1 })),
  encoding: Type.Optional(Encoding),
});

/** How a program ended. */
const ProcessEnd = Type.Object({
  exitCode: nullable(Type.Integer()),
  signal: nullable(Type.String()),
  stdout: Type.String(),
  stderr: Type.String(),
  timedOut: Type.Boolean(),
  /** Its output was longer than what is here. */
  truncated: Type.Boolean(),
});

/** Programs, with their arguments as a list; there is no shell. */
export const processCapability = defineCapability({
  handle: 'process',
  summary: 'Programs it may run.',
  example: '{ allowedBinaries: ["git"] }',
  request: Type.Object(
    {
      allowedBinaries: texts('Programs, by name or by path.'),
      rules: Type.Optional(
        Type.Array(RequestedRule, {
          maxItems: 64,
          description: 'What it runs them with; a program without a rule with any arguments.',
        }),
      ),
      write: Type.Optional(texts('Folders that its programs write in; `*` is the workspace.')),
      network: Type.Optional(
        Type.Boolean({ description: 'Whether its programs use the network.' }),
      ),
      reason: Reason,
    },
    closed,
  ),
  grant: Type.Object(
    {
      allowedBinaries: texts(
        'Absolute paths, or bare names looked up in the directories the operator gave.',
      ),
      rules: Type.Optional(
        Type.Array(GrantedRule, {
          maxItems: 256,
          description:
            'What programs may be run with. Each rule of a program must hold; a program without one takes any arguments, and so may do all that it can.',
        }),
      ),
      cwd: Type.Optional(
        texts('Folders a process may run in, the first by default; `/` without any.'),
      ),
      read: Type.Optional(
        texts(
          'Absolute real paths that programs may read, beside the folders they run in and what the system brings for programs.',
        ),
      ),
      write: Type.Optional(
        texts(
          'Absolute real paths that programs may write below. Without any they write only temporary files, which go with the run.',
        ),
      ),
      network: Type.Optional(
        Type.Boolean({
          description: 'Whether programs may use the network, any host. No if absent.',
        }),
      ),
      env: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: 4_000 }), {
          description:
            'The whole environment, beside `TMPDIR`, the folder for temporary files, and `GIT_CONFIG_…` where files of the host lie in a granted folder.',
        }),
      ),
      maxOutputBytes: Type.Optional(bytes('Most bytes of output.')),
      timeoutMs: Type.Optional(milliseconds('Most time of one process.')),
    },
    closed,
  ),
  standard: STANDARD,
  // Each rule must hold: those of both sides together allow what both allow.
  // What a request says nothing of is kept: where programs work is for the operator to say.
  narrow: (grant, { allowedBinaries, rules: asked = [], write, network }) => {
    const rules = [...(grant.rules ?? []), ...asked];
    return {
      ...grant,
      allowedBinaries: meetNames(grant.allowedBinaries, allowedBinaries),
      ...(write !== undefined && { write: meetFolders(grant.write ?? [], write) }),
      ...(network === false && { network }),
      ...(rules.length > 0 && { rules: distinct(rules) }),
    };
  },
  grantAll: ({ allowedBinaries, rules, write, network }, { workspace }) => ({
    allowedBinaries,
    ...(rules && { rules }),
    cwd: [workspace],
    ...(write && { write: write.map((folder) => (folder === '*' ? workspace : folder)) }),
    ...(network && { network }),
  }),
  asks: ({ allowedBinaries, rules = [], write = [], network = false }) => [
    ...allowedBinaries.flatMap((binary) => {
      const own = rules.filter(({ program }) => program === binary).flatMap(describeRule);
      const asks = own.length > 0 ? own : [`program ${binary}, any arguments`];
      return asks.map((what) => ({ what }));
    }),
    ...write.map((folder) => ({ what: `programs write in ${folder}` })),
    ...(network ? [{ what: 'programs use the network, any host' }] : []),
  ],
  values: {
    form: 'the name or the path of a program; write:<folder>, read:<folder> or network:any for what programs reach; * is the workspace',
    list: (grant) => [
      ...grant.allowedBinaries.map((binary) => ({
        value: binary,
        words: describeProgram(binary, grant),
      })),
      ...listReach(grant),
    ],
    add: (grant, value, { workspace }) => {
      const known = grant ?? { allowedBinaries: [], cwd: [workspace] };
      if (value === '') return undefined;
      if (value === ANY_NETWORK) return { ...known, network: true };
      const [, way, asked = ''] = FOLDER.exec(value) ?? [];
      if (way === 'read' || way === 'write') {
        const folder = asked === '*' ? workspace : asked;
        if (!isPlainFolder(folder)) return undefined;
        return { ...known, [way]: [...new Set([...(known[way] ?? []), folder])] };
      }
      return { ...known, allowedBinaries: [...new Set([...known.allowedBinaries, value])] };
    },
    remove: (grant, value) => {
      const { network, ...other } = grant;
      if (value === ANY_NETWORK) return other;
      const [, way, folder = ''] = FOLDER.exec(value) ?? [];
      if (way === 'read' || way === 'write')
        return { ...grant, [way]: (grant[way] ?? []).filter((each) => each !== folder) };
      const allowedBinaries = grant.allowedBinaries.filter((binary) => binary !== value);
      return allowedBinaries.length === 0 ? undefined : { ...grant, allowedBinaries };
    },
    // A use is recorded as the list of the program and its arguments.
    usedBy: ({ allowedBinaries }, target) =>
      allowedBinaries.find((binary) => {
        const begin = JSON.stringify([binary]).slice(0, -1);
        return target === `${begin}]` || target.startsWith(`${begin},`);
      }),
  },
  mapFolders: (grant, replace) => ({
    ...grant,
    ...(grant.cwd && { cwd: grant.cwd.map(replace) }),
    ...(grant.read && { read: grant.read.map(replace) }),
    ...(grant.write && { write: grant.write.map(replace) }),
  }),
  operations: {
    run: defineOperation({
      summary: 'Runs a granted program with its arguments and answers how it ended.',
      call: (binary: string, args?: readonly string[], settings?: typeof RunOptions.static) => ({
        binary,
        args,
        options: settings,
      }),
      input: Type.Object(
        {
          binary: Type.String({ minLength: 1, maxLength: 1_000 }),
          args: Type.Optional(Type.Array(Type.String(), { maxItems: 512 })),
          options: Type.Optional(RunOptions),
        },
        closed,
      ),
      output: ProcessEnd,
      target: ({ binary, args = [] }) => JSON.stringify([binary, ...args]),
    }),
  },
});

const ANY_NETWORK = 'network:any';
/** Neither a name of a program nor a path. */
const FOLDER = /^(read|write):(.+)$/s;

interface Programs {
  readonly rules?: readonly GrantedRule[] | undefined;
  readonly cwd?: readonly string[] | undefined;
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  readonly network?: boolean | undefined;
}

function describeProgram(binary: string, grant: Programs): string {
  const { rules = [], cwd = [], write = [], network = false } = grant;
  const own = rules.filter(({ program }) => program === binary).flatMap(describeRule);
  const how = own.length > 0 ? own.map(quoteText).join(', ') : 'with any arguments';
  const where = cwd[0] === undefined ? '' : `, in ${quoteName(cwd[0])}`;
  const writes = write.length > 0 ? write.map(quoteName).join(', ') : 'only temporary files';
  const reach = `it writes ${writes} and has ${network ? 'any' : 'no'} network`;
  return `runs ${quoteName(binary)} outside of the sandbox, ${how}${where}; ${reach}`;
}

/** What all of its programs reach. */
function listReach({ read = [], write = [], network = false }: Programs) {
  return [
    ...read.map((folder) => ({
      value: `read:${folder}`,
      words: `its programs read everything below ${quoteName(folder)}`,
    })),
    ...write.map((folder) => ({
      value: `write:${folder}`,
      words: `its programs write anything below ${quoteName(folder)}`,
    })),
    ...(network
      ? [{ value: ANY_NETWORK, words: 'its programs use the network, any host there is' }]
      : []),
  ];
}

function distinct<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
