import { Type } from '@sinclair/typebox';
import { quoteName, quoteText } from '../text/quote-text.ts';
import { describeRule, GrantedRule, RequestedRule } from './argument-rules.ts';
import { defineCapability, defineOperation } from './capability-definition.ts';
import { meetNames } from './meet-lists.ts';
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
  request: Type.Object(
    {
      allowedBinaries: texts('Programs, by name or by path.'),
      rules: Type.Optional(
        Type.Array(RequestedRule, {
          maxItems: 64,
          description: 'What it runs them with; a program without a rule with any arguments.',
        }),
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
      env: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: 4_000 }), {
          description: 'The whole environment.',
        }),
      ),
      maxOutputBytes: Type.Optional(bytes('Most bytes of output.')),
      timeoutMs: Type.Optional(milliseconds('Most time of one process.')),
    },
    closed,
  ),
  standard: STANDARD,
  // Each rule must hold: those of both sides together allow what both allow.
  narrow: (grant, { allowedBinaries, rules: asked = [] }) => {
    const rules = [...(grant.rules ?? []), ...asked];
    return {
      ...grant,
      allowedBinaries: meetNames(grant.allowedBinaries, allowedBinaries),
      ...(rules.length > 0 && { rules: distinct(rules) }),
    };
  },
  grantAll: ({ allowedBinaries, rules }, { workspace }) => ({
    allowedBinaries,
    ...(rules && { rules }),
    cwd: [workspace],
  }),
  asks: ({ allowedBinaries, rules = [] }) =>
    allowedBinaries.flatMap((binary) => {
      const own = rules.filter(({ program }) => program === binary).flatMap(describeRule);
      const asks = own.length > 0 ? own : [`program ${binary}, any arguments`];
      return asks.map((what) => ({ what }));
    }),
  values: {
    form: 'the name or the path of a program',
    list: ({ allowedBinaries, rules = [], cwd = [] }) =>
      allowedBinaries.map((binary) => {
        const own = rules.filter(({ program }) => program === binary).flatMap(describeRule);
        const how = own.length > 0 ? own.map(quoteText).join(', ') : 'with any arguments';
        const where = cwd[0] === undefined ? '' : `, in ${quoteName(cwd[0])}`;
        const words = `runs ${quoteName(binary)} outside of the sandbox, ${how}${where}`;
        return { value: binary, words };
      }),
    add: (grant, value, { workspace }) => {
      const known = grant ?? { allowedBinaries: [], cwd: [workspace] };
      return value === ''
        ? undefined
        : { ...known, allowedBinaries: [...new Set([...known.allowedBinaries, value])] };
    },
    remove: (grant, value) => {
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
  mapFolders: (grant, replace) => ({ ...grant, ...(grant.cwd && { cwd: grant.cwd.map(replace) }) }),
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

function distinct<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
