import { Type } from '@sinclair/typebox';
import { ARGUMENT_PATTERN, matchesArgument, splitOptionPattern } from './argument-pattern.ts';
import type { DataOf } from './capability-definition.ts';
import { closed, oneOf, texts } from './schema-parts.ts';

const STANDARD_MOST = 64;

const patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: ARGUMENT_PATTERN }), {
    maxItems: 256,
    description,
  });

const CommandParts = {
  words: Type.Optional(texts('Its first arguments, exactly: `[status]`; none if absent.')),
  options: Type.Optional(
    patterns(
      'Arguments that begin with a dash: as they stand, or with `<number>`, `<word>`, `<path>` or `<text>` in them; after a space, the value that follows: `-n <number>`.',
    ),
  ),
  operands: Type.Optional(
    patterns(
      'All other arguments, in the same words: `<path>` lies below the folder it runs in, `<word>` is a name or a revision, `<text>` anything that begins with no dash.',
    ),
  ),
  maxArguments: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 512, description: 'Most arguments after `words`; 64.' }),
  ),
};

const program = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'The program, as in `allowedBinaries`.',
});

const COMMANDS = {
  minItems: 1,
  maxItems: 64,
  description: 'The ways to run it; nothing else is allowed.',
} as const;

/** What a program is asked to be run with: one of these commands, and nothing else. */
export const RequestedRule = Type.Object(
  {
    program,
    commands: Type.Array(Type.Object(CommandParts, closed), COMMANDS),
  },
  closed,
);

/** The same, with what the host adds that a guest does not see. */
export const GrantedRule = Type.Object(
  {
    program,
    commands: Type.Array(
      Type.Object(
        {
          ...CommandParts,
          fixed: Type.Optional(texts('Put after `words`, before what the guest gives.')),
        },
        closed,
      ),
      COMMANDS,
    ),
    fixed: Type.Optional(texts('Put before all arguments of the guest.')),
    env: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 4_000 }), {
        description: 'Added to the environment.',
      }),
    ),
    folder: Type.Optional(
      oneOf(
        ['git-repository'],
        'What the folder must be. `git-repository`: in a repository inside the granted folders whose own settings name no program; git is kept to it, and from hooks, helpers, pagers, submodules and the network.',
      ),
    ),
  },
  closed,
);

export type CommandRule = DataOf<typeof RequestedRule>['commands'][number];
export type GrantedRule = DataOf<typeof GrantedRule>;
type GrantedCommand = GrantedRule['commands'][number];
type AnyRule = { readonly program: string; readonly commands: readonly CommandRule[] };

/** What a rule says to some arguments: the command that they are, or why they are none. */
export type RuleVerdict =
  | {
      readonly status: 'allowed';
      readonly command: GrantedCommand;
      readonly rest: readonly string[];
    }
  | { readonly status: 'refused'; readonly reason: string };

/** Finds the command of a rule that the arguments are. Of those that begin alike the longest counts. */
export function judgeArguments(rule: GrantedRule, args: readonly string[]): RuleVerdict {
  const begun = rule.commands
    .filter(({ words = [] }) => words.every((word, index) => args[index] === word))
    .toSorted((one, other) => lengthOf(other) - lengthOf(one));
  if (begun.length === 0) return refused(`only ${listCommands(rule)} may be run`);
  const faults: string[] = [];
  for (const command of begun) {
    const rest = args.slice(lengthOf(command));
    const fault = findFault(command, rest);
    if (fault === undefined) return { status: 'allowed', command, rest };
    faults.push(fault);
  }
  return refused(faults[0] ?? '');
}

/** One line for a person: the command with all that may follow it. */
export function describeRule({ program: name, commands }: AnyRule): readonly string[] {
  return commands.map(({ words = [], options = [], operands = [], maxArguments }) => {
    const follows = [...options, ...operands].join(' | ');
    const most = maxArguments === undefined ? '' : `, at most ${maxArguments} arguments`;
    return `program ${[name, ...words].join(' ')}${follows === '' ? '' : ` [${follows}]`}${most}`;
  });
}

function findFault(command: CommandRule, rest: readonly string[]): string | undefined {
  const { options = [], operands = [], maxArguments = STANDARD_MOST } = command;
  if (rest.length > maxArguments) return `more than ${maxArguments} arguments`;
  let isBehindOptions = false;
  for (let at = 0; at < rest.length; at += 1) {
    const argument = rest[at] ?? '';
    if (!isBehindOptions && argument === '--' && operands.length > 0) {
      isBehindOptions = true;
    } else if (!isBehindOptions && /^-./s.test(argument)) {
      const taken = takeOption(options, argument, rest[at + 1]);
      if (taken === 0) return `the option ${show(argument)} is not granted${listed(options)}`;
      at += taken - 1;
    } else if (!operands.some((pattern) => matchesArgument(pattern, argument))) {
      return `the argument ${show(argument)} is not granted${listed(operands)}`;
    }
  }
  return undefined;
}

/** How many arguments an option takes up, its value included; 0 if it is not granted. */
function takeOption(options: readonly string[], argument: string, next: string | undefined) {
  for (const pattern of options) {
    const [option, value] = splitOptionPattern(pattern);
    if (!matchesArgument(option, argument)) continue;
    if (value === undefined) return 1;
    if (next !== undefined && matchesArgument(value, next)) return 2;
  }
  return 0;
}

function lengthOf({ words = [] }: CommandRule): number {
  return words.length;
}

function listCommands({ commands }: AnyRule): string {
  return commands
    .map(({ words = [] }) => words.join(' '))
    .slice(0, 12)
    .join(', ');
}

function listed(patternList: readonly string[]): string {
  return patternList.length === 0 ? '' : `; granted: ${patternList.slice(0, 40).join(', ')}`;
}

function show(argument: string): string {
  return JSON.stringify(argument.slice(0, 100));
}

function refused(reason: string): RuleVerdict {
  return { status: 'refused', reason };
}
