import { type TUnsafe, Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed, mapOf } from './config-schemas.ts';

/** Whose value a secret has. */
export interface SecretRule {
  readonly per: 'host' | 'user';
}

const SecretRule: TUnsafe<SecretRule> = Type.Unsafe(
  Type.Object(
    {
      per: Type.Union([Type.Literal('host'), Type.Literal('user')], {
        description:
          '`user`: each user has a value of their own, and a call without a user has none; `host`: one for all.',
      }),
    },
    { ...closed, description: 'Whose value it is.' },
  ),
);

/** `secrets` at the top of a configuration. */
export const secretSettings = value(
  ['secrets'],
  mapOf(SecretRule, 'Secrets that do not have one value for all, by name.'),
);
