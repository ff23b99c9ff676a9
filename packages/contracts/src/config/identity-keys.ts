import { type TUnsafe, Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** `identity` of a configuration, as written. */
export interface IdentitySettings {
  readonly issuer: string;
  readonly rotate?: string;
  readonly lifetime?: string;
  readonly signResults?: boolean;
}

/** What holds for the identity of agents, times in ms. */
export interface ResolvedIdentity {
  readonly issuer: string;
  readonly rotateMs: number;
  readonly lifetimeMs: number;
  readonly signResults: boolean;
}

const STANDARD = { rotate: '30d', lifetime: '5m' } as const;

const time = (description: string, examples: readonly string[]) =>
  Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,3}[mhd]$', description, examples: [...examples] }),
  );

const IdentitySettings: TUnsafe<IdentitySettings> = Type.Unsafe(
  Type.Object(
    {
      issuer: Type.String({
        pattern: '^https?://[^\\s/]',
        maxLength: 2_000,
        description:
          'Where others reach this host: what its tokens name, and where their keys are found.',
      }),
      rotate: time(`How long an agent signs with one key; ${STANDARD.rotate} if absent.`, [
        '7d',
        '30d',
      ]),
      lifetime: time(
        `How long a token that an agent shows elsewhere is good; ${STANDARD.lifetime} if absent.`,
        ['5m', '1h'],
      ),
      signResults: Type.Optional(
        Type.Boolean({
          description: 'Signs results over MCP with the key of the agent; no if absent.',
        }),
      ),
    },
    {
      ...closed,
      description:
        'Gives each agent a key of its own, which others can check; see docs/identity.md.',
    },
  ),
);

export const identitySettings = value(['identity'], IdentitySettings);

/** What holds: what is configured, or the standard. Expects values that fit the schema. */
export function resolveIdentity(settings: IdentitySettings): ResolvedIdentity {
  const { issuer, rotate = STANDARD.rotate, lifetime = STANDARD.lifetime } = settings;
  const rotateMs = Math.max(msOf(rotate), UNITS.h);
  return Object.freeze({
    issuer: issuer.replace(/\/+$/, ''),
    rotateMs,
    lifetimeMs: Math.min(msOf(lifetime), rotateMs, UNITS.d),
    signResults: settings.signResults === true,
  });
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function msOf(text: string): number {
  return Number(text.slice(0, -1)) * UNITS[text.at(-1) as keyof typeof UNITS];
}
