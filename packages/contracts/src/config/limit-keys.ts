import { type TUnsafe, Type } from '@sinclair/typebox';
import {
  LIMITS,
  type Limit,
  type LimitName,
  type LimitOwner,
  type LimitSettings,
} from '../limits.ts';
import { LIMIT_NAMES } from '../resolve-limits.ts';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** Limits that hold for the whole host. */
export const hostLimits = value(
  ['limits'],
  limitsOf(LIMIT_NAMES, 'Limits of every extension and of the host; see docs/limits.md.'),
);

/** Limits that one extension or one MCP server has to itself. */
export const ownLimits = (owner: LimitOwner) =>
  value(
    ['limits'],
    limitsOf(
      LIMIT_NAMES.filter((name) => isPer(LIMITS[name], owner)),
      'Its own limits, in place of those of the host; see docs/limits.md.',
    ),
  );

function isPer({ per }: Limit, owner: LimitOwner): boolean {
  return per.includes(owner);
}

function limitsOf(names: readonly LimitName[], description: string): TUnsafe<LimitSettings> {
  const properties = names.map((name) => {
    const { ceiling, standard, about } = LIMITS[name];
    const bounds = { minimum: 1, maximum: ceiling, description: `${about} ${standard} if absent.` };
    return [name, Type.Optional(Type.Integer(bounds))] as const;
  });
  return Type.Unsafe(Type.Object(Object.fromEntries(properties), { ...closed, description }));
}
