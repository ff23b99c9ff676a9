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
export const ownLimits = <Owner extends LimitOwner>(owner: Owner) =>
  value(
    ['limits'],
    limitsOf(
      LIMIT_NAMES.filter((name): name is LimitOf<Owner> => isPer(LIMITS[name], owner)),
      'Its own limits, in place of those of the host; see docs/limits.md.',
    ),
  );

/** The limits that an extension, or a server, can have to itself. */
type LimitOf<Owner extends LimitOwner> = {
  [Name in LimitName]: Owner extends (typeof LIMITS)[Name]['per'][number] ? Name : never;
}[LimitName];

function isPer({ per }: Limit, owner: LimitOwner): boolean {
  return per.includes(owner);
}

function limitsOf<Name extends LimitName>(
  names: readonly Name[],
  description: string,
): TUnsafe<Pick<LimitSettings, Name>> {
  const properties = names.map((name) => {
    const { ceiling, standard, about } = LIMITS[name];
    const bounds = { minimum: 1, maximum: ceiling, description: `${about} ${standard} if absent.` };
    return [name, Type.Optional(Type.Integer(bounds))] as const;
  });
  return Type.Unsafe(Type.Object(Object.fromEntries(properties), { ...closed, description }));
}
