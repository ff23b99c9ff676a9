import type { NamedSelectors } from '@mortise/contracts';

const PROFILES: readonly (readonly [string, readonly string[]])[] = [
  // What a configuration that we write starts from: every tool has to be allowed by itself.
  ['none', []],
  ['minimal', ['session_status']],
  [
    'coding',
    [
      'category:filesystem',
      'category:shell',
      'category:git',
      'category:web',
      'category:search',
      'session_status',
      'sessions_list',
    ],
  ],
  ['messaging', ['message', 'session_status', 'sessions_list']],
  // Everything that is not optional: the same as no profile, and it takes back one set globally.
  ['full', ['*']],
];

/** Profiles that are there without configuration. Data: one of the same name replaces it. */
export const BUILTIN_PROFILES: readonly NamedSelectors[] = Object.freeze(
  PROFILES.map(([name, texts]) => {
    const path = `built-in profile ${name}`;
    const selectors = texts.map((text) => Object.freeze({ text, path }));
    return Object.freeze({ name, path, selectors: Object.freeze(selectors) });
  }),
);
