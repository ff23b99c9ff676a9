import { type TUnsafe, Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** Whose calls a rate counts: a name means only those, `*` each of them by itself. */
export interface RateSubject {
  readonly agent?: string;
  readonly user?: string;
  readonly tool?: string;
  readonly extension?: string;
  /** By the id of its token, or `oauth:` and its subject at an issuer. */
  readonly client?: string;
  /** Clients choose the keys of their sessions: one that takes another has another count. */
  readonly session?: string;
}

/** One limit: calls, cost or tokens of results per time, or calls at the same time. */
export interface RateRule {
  readonly for?: RateSubject;
  readonly calls?: number;
  readonly costUsd?: number;
  readonly resultTokens?: number;
  readonly concurrent?: number;
  /** `30s`, `1m`, `12h`, `1d`, `30d`. */
  readonly per?: string;
}

const name = (what: string) =>
  Type.Optional(
    Type.String({ minLength: 1, description: `${what}, or \`*\` for each by itself.` }),
  );

const subject = Type.Optional(
  Type.Object(
    {
      agent: name('An agent'),
      user: name('A user'),
      tool: name('A tool'),
      extension: name('An extension'),
      client: name('A client, by the id of its token'),
      session: name('A session, whose key its client chooses'),
    },
    { ...closed, description: 'Whose calls are counted; all calls together if absent.' },
  ),
);

const per = Type.String({
  pattern: '^[1-9]\\d{0,4}[smhd]$',
  examples: ['1m', '1h', '1d', '30d'],
  description: 'The time it counts in: windows of this length follow each other, by UTC.',
});

const calls = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'The most calls in that time.',
});

const costUsd = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description: 'The most that they may cost in that time, in US dollars.',
});

const resultTokens = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description:
    'The most tokens that their results may have in that time, estimated from their length.',
});

const concurrent = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: 'The most calls that run at the same time.',
});

const Rate: TUnsafe<RateRule> = Type.Unsafe(
  Type.Union(
    [
      Type.Object(
        { for: subject, calls, per },
        { ...closed, description: 'So many calls per time.' },
      ),
      Type.Object(
        { for: subject, costUsd, per },
        { ...closed, description: 'So much cost per time, as tools report it.' },
      ),
      Type.Object(
        { for: subject, resultTokens, per },
        { ...closed, description: 'So many tokens of results per time.' },
      ),
      Type.Object(
        { for: subject, concurrent },
        { ...closed, description: 'So many calls at the same time.' },
      ),
    ],
    { description: 'A rate or a budget; see docs/rates.md.' },
  ),
);

/** Rates and budgets, counted by all hosts on one state together. */
export const rates = value(
  ['rates'],
  Type.Unsafe<readonly RateRule[]>(
    Type.Array(Rate, { maxItems: 100, description: 'Rates and budgets; see docs/rates.md.' }),
  ),
);
