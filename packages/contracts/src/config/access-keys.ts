import { type TUnsafe, Type } from '@sinclair/typebox';
import { REVERSIBILITY, type Reversibility, type ToolClass } from '../reversibility.ts';
import type { Ruling } from '../ruling.ts';
import { objectOf, own, reference, selectors, value, type WrittenKeys } from './config-key.ts';
import { closed, listOf, mapOf } from './config-schemas.ts';
import { RuleBody, ruling } from './rule-keys.ts';

/** The lists of one layer of access. */
export const ACCESS_LIST_KEYS = {
  /** Absent means no ceiling, empty means nothing. */
  allow: selectors(
    ['allow'],
    'Only these tools; absent means no ceiling, [] means none. A list that names nothing but extensions and their tools opts those in and leaves core tools as they are.',
  ),
  alsoAllow: selectors(
    ['alsoAllow', 'also_allow'],
    'Opts in optional tools and widens the profile; pierces no other list.',
  ),
  deny: selectors(['deny'], 'Never these tools, whatever any other list says.'),
};

/** One layer of access: `tools` at the top, an agent's `tools` in object form, one `byProvider` entry. */
export const ACCESS_KEYS = {
  ...ACCESS_LIST_KEYS,
  profile: reference(
    ['profile'],
    'The base list of allowed tools: none, minimal, coding, messaging, full or one of `profiles`.',
  ),
};

export interface AccessLists extends WrittenKeys<typeof ACCESS_KEYS> {}

const ProviderAccess: TUnsafe<AccessLists> = objectOf(
  ACCESS_KEYS,
  'Access while this provider or model is in use.',
);

/** Tools by how what they do can be undone, as the operator says. */
export const REVERSIBILITY_KEYS = {
  read_only: selectors(['read_only', 'readOnly'], REVERSIBILITY.read_only),
  reversible: selectors(['reversible'], REVERSIBILITY.reversible),
  external: selectors(['external'], REVERSIBILITY.external),
  irreversible: selectors(['irreversible'], REVERSIBILITY.irreversible),
} satisfies { readonly [Name in Reversibility]: unknown };

/** What becomes of calls by the class of their tool. */
export type ClassRulings = { readonly [Name in ToolClass]?: Ruling };

const classRulings = (description: string): TUnsafe<ClassRulings> =>
  Type.Unsafe(
    Type.Object(
      {
        read_only: Type.Optional(ruling(REVERSIBILITY.read_only)),
        reversible: Type.Optional(ruling(REVERSIBILITY.reversible)),
        external: Type.Optional(ruling(REVERSIBILITY.external)),
        irreversible: Type.Optional(ruling(REVERSIBILITY.irreversible)),
        unclassified: Type.Optional(
          ruling('Tools without a class; what holds for `irreversible` if absent.'),
        ),
      } satisfies { readonly [Name in ToolClass]: unknown },
      { ...closed, minProperties: 1, description },
    ),
  );

/** What holds for the arguments of calls, in one layer. */
export const ARGUMENT_KEYS = {
  rulesDefault: value(
    ['rulesDefault', 'rules_default'],
    ruling(
      'What becomes of a call that no rule is about or accepts; `allow` if absent. That of an agent replaces that of all.',
    ),
  ),
  askDestructive: value(
    ['askDestructive', 'ask_destructive'],
    Type.Boolean({
      description:
        'Calls of tools that declare themselves destructive are asked for; false if absent. That of an agent replaces that of all.',
    }),
  ),
  programsDefault: value(
    ['programsDefault', 'programs_default'],
    ruling(
      'What becomes of a granted program that no rule is about or accepts; `allow` if absent. That of an agent replaces that of all.',
    ),
  ),
  trustHints: selectors(
    ['trustHints', 'trust_hints'],
    'Tools whose own hints (read-only, destructive) count as their class. Hints of all others can only make them graver; core tools are trusted.',
  ),
  gates: value(
    ['gates'],
    classRulings(
      'What becomes of calls by the class of their tool, unless a rule accepts them. A graver class never has less; of all layers the strictest counts.',
    ),
  ),
  floors: value(
    ['floors'],
    classRulings(
      'The same, whatever rules accept: no rule allows what a floor asks for or denies.',
    ),
  ),
  chain: value(
    ['chain'],
    Type.Union([Type.Literal('call'), Type.Literal('batch'), Type.Literal('session')], {
      description:
        'Which calls have the gate and the floor of the gravest among them, those that only read aside: each by itself (`call`, if absent), all of one batch, or all of a session from then on. Of all layers the widest counts.',
    }),
  ),
};

/** `tools` at the top and an agent's `tools` in object form. */
export const POLICY_KEYS = {
  ...ACCESS_KEYS,
  ...ARGUMENT_KEYS,
  reversibility: own(
    ['reversibility'],
    objectOf(REVERSIBILITY_KEYS, 'Tools by how what they do can be undone; see docs/rules.md.'),
  ),
  rules: own(['rules'], listOf(RuleBody, 'Rules on the arguments of calls; see docs/rules.md.')),
  byProvider: own(
    ['byProvider', 'by_provider'],
    mapOf(
      ProviderAccess,
      'Access by `provider` or `provider/model`; the longer key replaces the shorter.',
    ),
  ),
  sandbox: own(
    ['sandbox'],
    Type.Object(
      { tools: Type.Optional(objectOf(ACCESS_LIST_KEYS, 'Lists for sandboxed sessions.')) },
      { ...closed, description: 'What holds in addition while a session is sandboxed.' },
    ),
  ),
};

export interface AccessPolicy extends WrittenKeys<typeof POLICY_KEYS> {}

export const AccessPolicy: TUnsafe<AccessPolicy> = objectOf(
  POLICY_KEYS,
  'Which tools may be used at all.',
);
