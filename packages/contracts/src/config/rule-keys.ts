import { type TUnsafe, Type } from '@sinclair/typebox';
import { RULINGS, type Ruling } from '../ruling.ts';
import { objectOf, own, required, value, type WrittenKeys } from './config-key.ts';
import { closed, listOf, mapOf, names, selectorList } from './config-schemas.ts';

export const ruling = (description: string): TUnsafe<Ruling> =>
  Type.Unsafe(
    Type.Union(
      RULINGS.map((each) => Type.Literal(each)),
      { description },
    ),
  );

/** A call that a rule is not about: of exactly this agent, to this tool, with these arguments. */
export interface ExceptedCall {
  readonly agent: string;
  readonly tool: string;
  readonly args: unknown;
}

const ExceptedCall: TUnsafe<ExceptedCall> = Type.Unsafe(
  Type.Object(
    {
      agent: Type.String({ description: 'The agent that calls; agents below it are others.' }),
      tool: Type.String({ description: 'The name of the tool.' }),
      args: Type.Unknown({ description: 'The arguments, complete.' }),
    },
    { ...closed, description: 'One call.' },
  ),
);

/** One rule on the arguments of calls. */
export const RULE_KEYS = {
  tools: own(
    ['tools'],
    Type.Union(
      [Type.String({ description: 'One selector.' }), selectorList('The tools it is about.')],
      { description: 'The tools that the rule is about: a selector, or a list of them.' },
    ),
  ),
  programs: value(
    ['programs'],
    names(
      'The rule is about programs that granted tools run, not about calls: names or paths, or `*` for all. `when` is then over the list of arguments, and `tools` says whose programs; those of all tools if absent.',
    ),
  ),
  when: own(
    ['when'],
    Type.Union([mapOf(Type.Unknown(), 'Keywords of JSON Schema.'), Type.Boolean()], {
      description:
        'A JSON Schema (2020-12) over the arguments; the rule counts for calls whose arguments it accepts, or for runs of a program with such a list of arguments. Absent: for all. See docs/rules.md.',
    }),
  ),
  // In the type of a file, `then` would look like a promise to some tools; it is data here.
  ruling: required(
    'then',
    ruling(
      'What becomes of such a call: `allow`, `ask` (it waits for a person) or `deny`. Of several rules the strictest counts.',
    ),
  ),
  approver: value(
    ['approver'],
    Type.Union([Type.Literal('operators'), Type.Literal('user')], {
      description:
        'Who is asked, for `ask`: `operators` only, or also the `user` of the client that called, by elicitation. As `approvals.elicit` says if absent.',
    }),
  ),
  except: value(
    ['except'],
    listOf(
      ExceptedCall,
      'Calls that the rule is not about, each by agent, tool and all of its arguments. `mortise approvals approve --always` adds them.',
    ),
  ),
  reason: value(
    ['reason'],
    Type.String({
      maxLength: 500,
      description: 'Why, in words for the model that calls and for the person that approves.',
    }),
  ),
};

export interface RuleBody extends WrittenKeys<typeof RULE_KEYS> {}

export const RuleBody: TUnsafe<RuleBody> = objectOf(RULE_KEYS, 'One rule on arguments.');
