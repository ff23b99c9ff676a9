import { parseSize } from './text/byte-size.ts';

/**
 * What a host keeps for a while and then takes away by itself, once: how long or how much, while
 * nothing is configured. The keys of `retention` in a configuration, their schema and
 * `docs/retention.md` come from this table.
 */
export const RETENTION = {
  sessions: {
    ...{ kind: 'time', standard: '90d' },
    about:
      'A session that no request used for so long; it would start with its initial toolkits again.',
  },
  approvals: {
    ...{ kind: 'time', standard: '90d' },
    about: 'A call on hold that was decided, used or has expired for so long.',
  },
  removedStorage: {
    ...{ kind: 'time', standard: '30d' },
    about:
      'What an extension stored that is neither configured nor in the lock file any more. `mortise remove` does not wait, and `--keep-data` keeps it for good. What MCP servers keep in their homes goes so long after the state folder of their host was first missed.',
  },
  bundles: {
    ...{ kind: 'time', standard: '30d' },
    about: 'Approved code that the lock file does not name any more.',
  },
  cache: {
    ...{ kind: 'time', standard: '30d' },
    about: 'Bundles and registrations that were not used; they can be made again.',
  },
  cacheSize: {
    ...{ kind: 'size', standard: '256MB' },
    about: 'The same: what there is beyond this, the longest unused first.',
  },
  auditFileSize: {
    ...{ kind: 'size', standard: '64MB' },
    about:
      'At this size the audit log goes on in a new file; the old one stays beside it, with its time in its name.',
  },
  audit: {
    ...{ kind: 'time', standard: '400d' },
    about: 'Old files of the audit log whose last entry is so old.',
  },
  auditSize: {
    ...{ kind: 'size', standard: '1GB' },
    about: 'The same: what there is of them beyond this, the oldest first.',
  },
  backups: {
    ...{ kind: 'time', standard: '90d' },
    about: 'Copies of state files from before a newer version changed their form.',
  },
} as const satisfies Readonly<Record<string, RetentionRule>>;

export interface RetentionRule {
  /** `time`: a text such as `30d`; `size`: a text such as `64MB`. Either may be `never`. */
  readonly kind: keyof typeof FORMS;
  readonly standard: string;
  readonly about: string;
}

export type RetentionName = keyof typeof RETENTION;

/** `retention` of a configuration. */
export type RetentionSettings = { readonly [Name in RetentionName]?: string };

/** In ms and bytes; `Infinity` for what is never taken away. */
export type ResolvedRetention = { readonly [Name in RetentionName]: number };

export const RETENTION_NAMES = Object.keys(RETENTION) as readonly RetentionName[];

/** Keeps everything of its kind. */
const NEVER = 'never';

/** How a value of each kind is written. */
export const FORMS = {
  time: {
    pattern: '^(?:never|[1-9]\\d{0,5}[hdwy])$',
    examples: ['12h', '30d', '8w', '2y', 'never'],
    words: 'a number of hours, days, weeks or years such as 12h, 30d, 8w or 2y, or never',
  },
  size: {
    pattern: '^(?:never|[1-9]\\d{0,5}(?:[kK]|M|G|T)B)$',
    examples: ['500KB', '64MB', '2GB', 'never'],
    words: 'a size such as 500KB, 64MB or 2GB, or never',
  },
} as const;

/** What holds: what is configured, or the standard. Expects values that fit the schema. */
export function resolveRetention(settings: RetentionSettings = {}): ResolvedRetention {
  const resolved = RETENTION_NAMES.map((name) => {
    const { kind, standard } = RETENTION[name];
    const text = settings[name] ?? standard;
    return [name, text === NEVER ? Number.POSITIVE_INFINITY : PARSERS[kind](text)] as const;
  });
  // One entry for each name of the table.
  return Object.freeze(Object.fromEntries(resolved)) as ResolvedRetention;
}

const HOUR_MS = 60 * 60 * 1_000;
const TIMES = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS, y: 365 * 24 * HOUR_MS } as const;

const PARSERS = {
  time: readTime,
  size: (text: string) => parseSize(text) ?? Number.POSITIVE_INFINITY,
} as const;

/** A time in ms, `Infinity` for never. Expects a text that fits `FORMS.time`. */
export function readTime(text: string): number {
  if (text === NEVER) return Number.POSITIVE_INFINITY;
  const unit = text.at(-1) as keyof typeof TIMES;
  return Number(text.slice(0, -1)) * TIMES[unit];
}
