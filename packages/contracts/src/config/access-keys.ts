import { type TUnsafe, Type } from '@sinclair/typebox';
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
};

/** `tools` at the top and an agent's `tools` in object form. */
export const POLICY_KEYS = {
  ...ACCESS_KEYS,
  ...ARGUMENT_KEYS,
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
