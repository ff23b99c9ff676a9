import { type TUnsafe, Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed, mapOf } from './config-schemas.ts';

/** Whose value a secret has, and where it is kept. */
export interface SecretRule {
  /** `host` if absent. */
  readonly per?: 'host' | 'user';
  /** From this file; absent: from where all others come. */
  readonly file?: string;
  /** Absent: a file that any account may read is not used. */
  readonly mode?: 'any';
  /** It is no kept value: a token that the agent signs itself, for this audience. */
  readonly identity?: SecretIdentity;
}

/** A token that an agent shows elsewhere. */
export interface SecretIdentity {
  readonly audience: string;
  readonly scope?: string;
}

/** Stands for the user in the name of a file. */
export const USER_IN_FILE = '{user}';

const SecretRule: TUnsafe<SecretRule> = Type.Unsafe(
  Type.Object(
    {
      per: Type.Optional(
        Type.Union([Type.Literal('host'), Type.Literal('user')], {
          description:
            '`user`: each user has a value of their own, and a call without a user has none; `host` (if absent): one for all.',
        }),
      ),
      file: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'The file with the value, from the folder of this file; with `per: user` its name has `{user}` in it. No grant reaches it.',
        }),
      ),
      mode: Type.Optional(
        Type.Literal('any', {
          description:
            'Uses a file that every account of this machine may read, as containers mount theirs. Absent: such a file is not used.',
        }),
      ),
      identity: Type.Optional(
        Type.Object(
          {
            audience: Type.String({
              minLength: 1,
              maxLength: 2_000,
              description: 'Who accepts the token.',
            }),
            scope: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 1_000,
                description: 'What it is good for there, as that host names it.',
              }),
            ),
          },
          {
            ...closed,
            description:
              'A short token that the agent signs with its own key, for its user if there is one; needs `identity` at the top.',
          },
        ),
      ),
    },
    { ...closed, minProperties: 1, description: 'Whose value it is, and where it is kept.' },
  ),
);

/** `secrets` at the top of a configuration. */
export const secretSettings = value(
  ['secrets'],
  mapOf(
    SecretRule,
    'Secrets that have a value per user or in a file, by name; see docs/tokens.md.',
  ),
);
