import { type Static, Type } from '@sinclair/typebox';
import { closed, mapOf, selectors } from './schema-parts.ts';

const lists = {
  allow: Type.Optional(
    selectors(
      'Only these tools; absent means no ceiling, [] means none. A list that names nothing but extensions and their tools opts those in and leaves core tools as they are.',
    ),
  ),
  alsoAllow: Type.Optional(
    selectors('Opts in optional tools and widens the profile; pierces no other list.'),
  ),
  also_allow: Type.Optional(selectors('Another spelling of `alsoAllow`.')),
  deny: Type.Optional(selectors('Never these tools, whatever any other list says.')),
};

const profile = Type.Optional(
  Type.String({
    description:
      'The base list of allowed tools: minimal, coding, messaging, full or one of `profiles`.',
  }),
);

const ProviderAccess = Type.Object(
  { ...lists, profile },
  { ...closed, description: 'Access while this provider or model is in use.' },
);

const byProvider = (description: string) => Type.Optional(mapOf(ProviderAccess, description));

/** `tools` at the top and an agent's `tools` in object form. */
export const AccessPolicy = Type.Object(
  {
    ...lists,
    profile,
    byProvider: byProvider(
      'Access by `provider` or `provider/model`; the longer key replaces the shorter.',
    ),
    by_provider: byProvider('Another spelling of `byProvider`.'),
    sandbox: Type.Optional(
      Type.Object(
        {
          tools: Type.Optional(
            Type.Object(lists, { ...closed, description: 'Lists for sandboxed sessions.' }),
          ),
        },
        { ...closed, description: 'What holds in addition while a session is sandboxed.' },
      ),
    ),
  },
  { ...closed, description: 'Which tools may be used at all.' },
);

export type AccessPolicy = Static<typeof AccessPolicy>;
export type AccessLists = Static<typeof ProviderAccess>;
