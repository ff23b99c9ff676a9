import type { RuleTable } from '../rule.ts';

/** How lists of a configuration are read, and what a tool may be called. */
export const LISTS_AND_NAMES = {
  'L-1': {
    title: 'Selector grammar',
    from: 'Mortise',
    status: 'built',
    says: [
      'The same in every list: `name`, `prefix*`, `*`, `plugin:<id>` (a bare id is accepted), `category:<x>`, `toolset:<x>`, `group:<x>`, `mcp:<server>`.',
    ],
  },
  'L-2': {
    title: 'Folding',
    from: 'Mortise',
    status: 'built',
    says: [
      'Selectors of a configuration are trimmed and fold case. Names that a model writes are exact; a near miss gets a suggestion in the reply.',
    ],
  },
  'L-3': {
    title: 'A selector that matches nothing',
    from: 'Mortise',
    status: 'built',
    says: ['It is a diagnostic, in allow and in deny lists alike, and an error in strict mode.'],
  },
  'L-4': {
    title: 'Names of object properties',
    from: 'Mortise',
    status: 'built',
    says: [
      'No plain object is ever indexed with a text from outside: `constructor`, `__proto__` and their like are names as any other, or refused.',
    ],
  },
  'L-5': {
    title: '`alsoAllow`',
    from: 'Mortise',
    status: 'built',
    says: [
      'It adds to the `allow` of its own layer, even to `[]`, and widens the profile.',
      'The trace shows it, as it shows every ruling on lists.',
    ],
  },
  'L-6': {
    title: 'Bare texts',
    from: 'Mortise',
    status: 'built',
    says: [
      'A bare text in a list that opens is the exact name of a tool or the id of an extension; [F-2](#f-2) makes sure that it never means two different extensions.',
    ],
  },
  'L-7': {
    title: 'Ids in exposing lists',
    from: 'Mortise',
    status: 'built',
    says: [
      'Static `tools`, `defaults.tools` and toolkits may name the id of an extension: that exposes and opts in all its tools.',
    ],
  },
  'L-8': {
    title: 'Groups of the operator',
    from: 'Mortise',
    status: 'built',
    says: ['A group that the operator defined opts in the optional tools that it names exactly.'],
  },
  'L-9': {
    title: 'Lists of a request',
    from: 'Mortise',
    status: 'built',
    says: ['`exclude` and `unavailable` of a request take names, aliases and ids.'],
  },
  'L-10': {
    title: 'Toolkits before implicit toolkits',
    from: 'Mortise',
    status: 'built',
    says: [
      'An allowed toolkit hides the implicit toolkit ([J-5](#j-5)) of an extension of the same name.',
    ],
  },
  'L-11': {
    title: '`alwaysInclude`',
    from: 'Mortise',
    status: 'built',
    says: ['It counts for core tools only.'],
  },
  'L-12': {
    title: 'Opt-in lists do not turn over',
    from: 'Mortise',
    status: 'built',
    says: [
      'Whether a list is an opt-in ([F-5](#f-5)) is decided from what configuration, lock file and registry know, so that an extension that failed, is disabled or is not yet loaded does not turn it into a ceiling.',
    ],
  },
  'L-13': {
    title: 'Names of tools',
    from: 'Mortise',
    status: 'built',
    says: [
      'A name matches `^[A-Za-z][A-Za-z0-9_-]{0,63}$` and is unique after folding case; `mcp__` is reserved for MCP tools.',
      'Anything else is refused at registration with a diagnostic.',
    ],
  },
} as const satisfies RuleTable;
